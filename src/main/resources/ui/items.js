import {html, useEffect, useMemo, useState} from './vendor/preact-htm.js';
import {SECTIONS, blank, fieldsOf, placeOf, problemsOf, renamed, withItem, withoutItem} from './draft.js';
import {ItemForm} from './form.js';
import {Confirm} from './parts.js';

/** Where an item is edited. */
export const address = (section, name) => `#/config/${section}/${encodeURIComponent(name)}`;
const titled = word => word[0].toUpperCase() + word.slice(1);

/** All bridges and remotes, and the form of one. */
export function Forms({section, name, config: {schema, base, tree, problems, readOnly, edit}}) {
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
