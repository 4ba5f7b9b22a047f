import {html, useEffect, useRef, useState} from './vendor/preact-htm.js';
import {MASK, defaultOf, valueOf, withValue} from './draft.js';

/** Everything that can be set on one bridge or remote, with what is wrong at its field. */
export function ItemForm({section, name, item, before, fields, remotes, problems, readOnly, onChange}) {
  const groups = [
    ['Required', fields.filter(field => field.required)],
    ['Optional', fields.filter(field => !field.required && !field.group)],
    ...[...new Set(fields.map(field => field.group))].filter(group => group)
      .map(group => [group, fields.filter(field => field.group === group)]),
  ];
  return html`
    ${problems.has('') && html`<p class="problem" role="status">${problems.get('')}</p>`}
    ${groups.map(([title, members]) => html`
      <fieldset key=${title} class="card" disabled=${readOnly}>
        <legend>${title}</legend>
        <div class="form">
          ${members.map(field => html`
            <${Field} key=${`${section}.${name}.${field.key}`} id=${`${section}.${name}.${field.key}`} field=${field}
                      name=${name} value=${valueOf(item, field.key)} before=${valueOf(before, field.key)}
                      remotes=${remotes} problem=${problems.get(field.key)}
                      onChange=${value => onChange(withValue(item, field.key, value))} />`)}
        </div>
      </fieldset>`)}`;
}

function Field({id, field: {key, group, spec, required}, name, value, before, remotes, problem, onChange}) {
  const described = {
    id, 'aria-invalid': Boolean(problem), 'aria-describedby': `${id}-hint`, 'aria-required': required,
  };
  // Nothing stands for the default; what is required has none.
  const change = input => onChange(input === '' && !required ? undefined : input);
  const common = {described, spec, value, change, fallback: String(defaultOf(spec, name))};
  return html`
    <div class=${`field ${problem ? 'bad' : ''} ${value === before ? '' : 'changed'}`}>
      <label for=${id}>${group ? key.slice(group.length + 1) : key}</label>
      ${spec.writeOnly ? html`<${SecretInput} ...${common} keepable=${before === MASK} />`
        : key === 'remote' ? html`<${Choice} ...${common} choices=${['', ...remotes]} />`
        : spec.type === 'boolean' ? html`<${Switch} ...${common} />`
        : spec.enum ? html`<${Choice} ...${common} choices=${['', ...spec.enum]} />`
        : html`<${Text} ...${common} />`}
      <p class="hint" id=${`${id}-hint`}>
        ${problem && html`<strong class="problem">${problem}</strong>`}
        ${spec.description}
      </p>
    </div>`;
}

/** A number is one as soon as it looks like one; what else is typed is for the service to refuse. */
function Text({described, spec, value, change, fallback}) {
  const read = text => spec.type === 'integer' && /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : text;
  return html`
    <input ...${described} type="text" inputmode=${spec.type === 'integer' ? 'numeric' : 'text'} autocomplete="off"
           autocapitalize="off" spellcheck=${false} value=${value ?? ''} placeholder=${fallback}
           onInput=${event => change(read(event.target.value))} />`;
}

/** The schema has some choices twice, as text and as what the text looks like: the latter is meant. */
function Choice({described, value, change, fallback, choices}) {
  const others = choices.filter(choice => choice === '' || String(choice) !== fallback);
  const all = new Map([...others, ...(value === undefined ? [] : [value])].map(choice => [String(choice), choice]));
  const label = text => text || (fallback ? `${fallback} (default)` : 'choose …');
  return html`
    <select ...${described} value=${String(value ?? '')} onChange=${event => change(all.get(event.target.value))}>
      ${[...all.keys()].map(text => html`<option key=${text} value=${text}>${label(text)}</option>`)}
    </select>`;
}

function Switch({described, value, change, fallback}) {
  const checked = String(value ?? fallback) === 'true';
  return html`
    <span class="switch">
      <input ...${described} type="checkbox" checked=${checked}
             onChange=${event => change(String(event.target.checked) === fallback ? '' : event.target.checked)} />
      <span aria-hidden="true">${checked ? 'yes' : 'no'}</span>
    </span>`;
}

/** The present secret is never here: it is kept, or replaced as a whole. */
function SecretInput({described, value, change, keepable}) {
  const [replacing, setReplacing] = useState(false);
  const input = useRef(null);
  useEffect(() => {
    if (replacing) {
      input.current.focus();
    }
  }, [replacing]);
  const replace = now => {
    setReplacing(now);
    change(now ? '' : MASK);
  };
  return html`
    <span class="secret">
      ${value === MASK ? html`
        <code>${MASK}</code>
        <button type="button" ...${described} aria-label="Replace the secret" onClick=${() => replace(true)}>Replace</button>` : html`
        <input ...${described} ref=${input} type="password" autocomplete="new-password" value=${value ?? ''}
               onInput=${event => change(event.target.value)} />
        ${keepable && html`<button type="button" onClick=${() => replace(false)}>Keep</button>`}`}
    </span>`;
}
