import {html, useEffect, useState} from './vendor/preact-htm.js';
import {parse} from './configuration.js';
import {placeOf} from './draft.js';
import {Forms, address} from './items.js';
import {Confirm} from './parts.js';

const TEXT = 'text';

/** Bridges and remotes as forms or as text. Nothing is saved before it was shown what that does. */
export function Editor({place: [section, name], config, current, done}) {
  const [broken, setBroken] = useState(null);
  const [planned, setPlanned] = useState(null);
  const {base, tree, changed, problems, readOnly, failure} = config;
  const blocked = !changed || broken !== null || problems.length > 0 || readOnly !== null;

  // What was reviewed is what is saved: a draft that went on meanwhile has to be reviewed anew.
  const plan = planned?.tree === tree ? planned.change : null;
  const review = async () => {
    const change = await config.preview();
    setPlanned(change && {change, tree});
  };
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
    <${Confirm} open=${Boolean(plan)} title="What saving does" danger=${plan?.disabled.length > 0}
                action=${plan?.disabled.length > 0 ? 'Save and purge' : 'Save'}
                onClose=${() => setPlanned(null)} onConfirm=${save}>
      ${plan && html`<${Plan} change=${plan} source=${base.source} />`}
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
