import {html, useEffect, useMemo, useState} from './vendor/preact-htm.js';
import {parse} from './configuration.js';
import {SECTIONS, blank, fieldsOf, placeOf, problemsOf, renamed, withItem, withoutItem} from './draft.js';
import {ItemForm} from './form.js';
import {Confirm} from './parts.js';

const TEXT = 'text';

const address = (section, name) => `#/config/${section}/${encodeURIComponent(name)}`;
const titled = word => word[0].toUpperCase() + word.slice(1);

/** Bridges and remotes as forms or as text. Nothing is saved before it was shown what that does. */
export function Editor({place: [section, name], config, current, done}) {
  const [broken, setBroken] = useState(null);
  const [planned, setPlanned] = useState(null);
  const {base, tree, changed, problems, readOnly, failure} = config;
  const blocked = !changed || broken !== null || problems.length > 0 || readOnly !== null;

  const review = async () => setPlanned(await config.preview());
  const save = async () => {
    const change = await config.save();
    if (change) {
      await config.load();
      done(`Saved: configuration ${change.generation} is in force.`);
    }
  };

  useEffect(() => {
    const shortcut = event => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's') {
        event.preventDefault();
        if (!blocked) {
          review();
        }
      }
    };
    addEventListener('keydown', shortcut);
    return () => removeEventListener('keydown', shortcut);
  });

  if (!base) {
    return html`<p class="loading">${failure ?? 'Asking for the configuration …'}</p>`;
  }
  return html`
    <${Head} base=${base} section=${section} broken=${broken} />
    <${Banners} config=${config} current=${current} />
    ${section === TEXT
      ? html`<${TextForm} config=${config} broken=${broken} setBroken=${setBroken} />`
      : html`<${Forms} section=${section} name=${name} config=${config} />`}
    ${!readOnly && html`
      <div class="card savebar">
        <span role="status">
          ${broken ?? (problems.length > 0 ? `${problems.length} to correct before it can be saved`
            : changed ? 'Not saved yet' : 'No changes')}
        </span>
        <span class="spacer"></span>
        <button class="plain" disabled=${!changed && broken === null}
                onClick=${() => { setBroken(null); config.discard(); }}>Discard</button>
        <button class="primary" disabled=${blocked} onClick=${review} title="Ctrl+S">Review …</button>
      </div>`}
    <${Confirm} open=${planned !== null} title="What saving does" danger=${planned?.disabled.length > 0}
                action=${planned?.disabled.length > 0 ? 'Save and purge' : 'Save'}
                onClose=${() => setPlanned(null)} onConfirm=${save}>
      ${planned && html`<${Plan} change=${planned} source=${base.source} />`}
    <//>`;
}

function Head({base, section, broken}) {
  return html`
    <div class="title editorhead">
      <h1>Configuration</h1>
      <span class="muted">generation ${base.generation}, ${base.source}</span>
      <span class="spacer"></span>
      <nav class="chips" aria-label="Edit as">
        <a class="chip" href=${broken ? undefined : '#/config'} aria-current=${section === TEXT ? undefined : 'page'}>Forms</a>
        <a class="chip" href="#/config/text" aria-current=${section === TEXT ? 'page' : undefined}>Text</a>
      </nav>
    </div>`;
}

function Banners({config: {base, readOnly, conflict, failure, problems, changed, load}, current}) {
  const overtaken = conflict ?? (current > base.generation ? `Configuration ${current} is in force by now.` : null);
  return html`
    ${readOnly && html`
      <div class="banner warn" role="status"><strong>Only to look at.</strong> <span>${readOnly}</span></div>`}
    ${overtaken && html`
      <div class="banner bad" role="alert">
        <strong>Somebody else changed it.</strong> <span>${overtaken}</span>
        <button onClick=${load}>${changed ? 'Load that, drop my changes' : 'Load it'}</button>
      </div>`}
    ${failure && html`<div class="banner bad" role="alert"><strong>Not done.</strong> <span>${failure}</span></div>`}
    ${problems.length > 0 && html`
      <div class="banner warn" role="status">
        <strong>It would be refused.</strong>
        <ul>
          ${problems.map(problem => html`
            <li key=${problem.key}>
              ${placeOf(problem)
                ? html`<a href=${address(...placeOf(problem))}><code>${problem.key}</code></a>`
                : html`<code>${problem.key}</code>`} ${problem.allowed}
            </li>`)}
        </ul>
      </div>`}`;
}

function Forms({section, name, config: {schema, base, tree, problems, readOnly, edit}}) {
  const item = tree[section]?.[name];
  const fields = useMemo(() => item && fieldsOf(schema, section), [schema, section, item === undefined]);
  return html`
    <div class=${`editor ${item ? 'chosen' : ''}`}>
      <${Items} chosen=${address(section ?? '', name ?? '')} base=${base} tree=${tree} problems=${problems}
                readOnly=${readOnly} edit=${edit} />
      <div>
        ${item ? html`
          <${ItemHead} key=${`${section}.${name}`} section=${section} name=${name} tree=${tree} readOnly=${readOnly} edit=${edit} />
          <${ItemForm} section=${section} name=${name} item=${item} before=${base.tree[section][name]} fields=${fields}
                       remotes=${Object.keys(tree.remotes)} problems=${problemsOf(problems, section, name)}
                       readOnly=${readOnly !== null} onChange=${changed => edit(withItem(tree, section, name, changed))} />`
          : html`<p class="nothing card">${name ? `There is no ${SECTIONS[section]} ${name}.` : 'Choose a bridge or a remote.'}</p>`}
      </div>
    </div>`;
}

function Items({chosen, base, tree, problems, readOnly, edit}) {
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(null);
  const add = (section, name) => {
    edit(withItem(tree, section, name, blank(tree, section)));
    location.hash = address(section, name);
  };
  useEffect(() => {
    document.querySelector('.items [aria-current]')?.scrollIntoView({block: 'nearest'});
  }, [chosen]);
  const troubled = new Set(problems.map(problem => placeOf(problem)?.join('.')));
  return html`
    <aside class="card items">
      <input type="search" placeholder="Find  ( / )" aria-label="Find a bridge or remote by name" value=${search}
             onInput=${event => setSearch(event.target.value)} />
      ${Object.entries(SECTIONS).map(([section, one]) => html`
        <section key=${section} aria-label=${titled(section)}>
          <header>
            <h2>${titled(section)} <span class="muted">${Object.keys(tree[section]).length}</span></h2>
            ${!readOnly && html`
              <button class="plain" aria-label=${`Add a ${one}`} onClick=${() => setAdding(section)}>Add …</button>`}
          </header>
          <ul>
            ${Object.keys(tree[section]).filter(name => name.toLowerCase().includes(search.trim().toLowerCase())).map(name => html`
              <li key=${name}>
                <a href=${address(section, name)} aria-current=${chosen === address(section, name) ? 'page' : undefined}>
                  <span class="name">${name}</span>
                  ${troubled.has(`${section}.${name}`) ? html`<span class="pill error">to correct</span>`
                    : !(name in base.tree[section]) ? html`<span class="pill paused">new</span>`
                    : tree[section][name] !== base.tree[section][name] && html`<span class="pill partial">changed</span>`}
                </a>
              </li>`)}
          </ul>
        </section>`)}
      <${NameDialog} open=${adding !== null} title=${`Add a ${SECTIONS[adding]}`} action="Add" taken=${tree[adding] ?? {}}
                     onClose=${() => setAdding(null)} onName=${name => add(adding, name)} />
    </aside>`;
}

function ItemHead({section, name, tree, readOnly, edit}) {
  const [asked, setAsked] = useState(null);
  const close = () => setAsked(null);
  const rename = to => {
    edit(renamed(tree, section, name, to));
    location.hash = address(section, to);
  };
  const remove = () => {
    edit(withoutItem(tree, section, name));
    location.hash = '#/config';
  };
  const users = section === 'remotes' ? Object.keys(tree.bridges).filter(bridge => tree.bridges[bridge].remote === name) : [];
  return html`
    <div class="title itemhead">
      <a class="back" href="#/config">← All</a>
      <h2>${name}</h2>
      <span class="muted">${SECTIONS[section]}${section === 'remotes' ? ` of ${users.length} bridges` : ''}</span>
      <span class="spacer"></span>
      ${!readOnly && html`
        <button onClick=${() => setAsked('rename')}>Rename …</button>
        <button onClick=${() => setAsked('remove')}>Remove …</button>`}
    </div>
    <${NameDialog} open=${asked === 'rename'} title=${`Rename ${name}`} action="Rename" start=${name} taken=${tree[section]}
                   onClose=${close} onName=${rename}>
      ${section === 'bridges'
        ? 'For the service it is a new bridge; the queue stays behind under the old name.'
        : 'Its bridges follow. A password has to be given again.'}
    <//>
    <${Confirm} open=${asked === 'remove'} title=${`Remove ${name}?`} action="Remove" onClose=${close} onConfirm=${remove}>
      ${section === 'bridges'
        ? 'Nothing happens before you save. Its queue then stays on disk, as an orphan.'
        : users.length > 0 ? `Still used by ${users.join(', ')}.` : 'No bridge uses it.'}
    <//>`;
}

function NameDialog({open, title, action, start = '', taken, onName, onClose, children}) {
  const [name, setName] = useState(start);
  useEffect(() => setName(start), [open]);
  const read = event => {
    const input = event.target;
    setName(input.value);
    input.setCustomValidity(input.value in taken ? 'This name is taken.' : '');
  };
  return html`
    <${Confirm} open=${open} title=${title} action=${action} onClose=${onClose} onConfirm=${() => onName(name)}>
      <label class="named">
        Name, of letters, digits, - and _
        <input type="text" required autofocus autocomplete="off" autocapitalize="off" spellcheck=${false}
               pattern="[A-Za-z0-9_\\-]+" value=${name} onInput=${read} />
      </label>
      ${children}
    <//>`;
}

function TextForm({config: {tree, readOnly, edit}, broken, setBroken}) {
  const [typed, setTyped] = useState({text: null, tree: null});
  useEffect(() => () => setBroken(null), []);
  const read = ({target: {value: text}}) => {
    try {
      const next = parse(text);
      setTyped({text, tree: next});
      setBroken(null);
      edit(next);
    } catch (problem) {
      setTyped({text, tree: null});
      setBroken(problem.message);
    }
  };
  const isAsTyped = broken !== null || typed.tree === tree;
  return html`
    <textarea class=${`card text ${broken ? 'bad' : ''}`} aria-label="The configuration as JSON" aria-invalid=${broken !== null}
              spellcheck=${false} readOnly=${readOnly !== null} onInput=${read}
              value=${isAsTyped ? typed.text : JSON.stringify(tree, null, 2)} />
    <p class="hint">JSON. What is not here has its default; a secret that is ****** stays what it is.</p>`;
}

/** What the service would do, for those who decide. */
function Plan({change, source}) {
  const steps = [
    ['Add', change.added, 'new'],
    ['Rebuild', change.rebuilt, 'connects anew and keeps its queue'],
    ['Reconfigure', change.reconfigured, 'without reconnecting'],
    ['Remove', change.removed, 'the queue stays on disk, as an orphan'],
    ['Purge the queue of', change.disabled, 'disabled: every waiting message is lost'],
  ].filter(([, bridges]) => bridges.length > 0);
  return html`
    <ul class="plan">
      ${steps.map(([step, bridges, remark]) => html`
        <li key=${step} class=${step.startsWith('Purge') ? 'bad' : ''}>
          <strong>${step}</strong> <b>${bridges.join(', ')}</b> <small>${remark}</small>
        </li>`)}
      ${steps.length === 0 && html`<li>No bridge is affected.</li>`}
      ${change.notices.map(notice => html`<li key=${notice}>${notice}</li>`)}
    </ul>
    <p>${source} is written anew: remarks in it are lost. The last ten versions stay beside it.</p>`;
}
