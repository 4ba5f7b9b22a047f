import {html, useEffect, useRef, useState} from './vendor/preact-htm.js';
import * as api from './api.js';

const STRATEGIES = ['random', 'round_robin', 'least_inflight'];

/** What can be set; `once` only while the queue is made, `lastvalue` only where it is a last-value queue. */
const FIELDS = [
  {key: 'name', once: true, required: true, hint: 'Letters, digits, dot, _ and -'},
  {key: 'topic_filter', once: true, required: true, hint: 'What the queue keeps, as devices/+/command'},
  {key: 'is_lastvalue', once: true, kind: 'switch', hint: 'A new message replaces the unconsumed one with the same key'},
  {key: 'key_expression', lastvalue: true, hint: "As message.topic or json_value(message.payload, 'id')"},
  {key: 'data_retention_period', hint: 'As 7d or 1h30m; a number counts in milliseconds'},
  {key: 'dispatch_strategy', kind: 'choice', hint: 'Who gets the next message'},
  {key: 'limits.max_message_count', hint: 'A number, or infinity; the oldest go first'},
  {key: 'limits.max_message_bytes', hint: 'As 100MB, or infinity'},
  {key: 'consumer_max_inflight', hint: 'Unacknowledged messages for each subscriber'},
  {key: 'redispatch_interval', hint: 'Wait before a rejected message is offered again'},
  {key: 'max_deliveries', hint: 'Attempts before a message is dropped; -1: never'},
];

/** Makes a queue, or changes what may be changed of one. */
export function QueueForm({queue, onClose, onSaved}) {
  const dialog = useRef(null);
  const existing = queue.name !== undefined;
  const [values, setValues] = useState(() => existing ? flat(queue) : {is_lastvalue: true});
  const [problem, setProblem] = useState(null);
  useEffect(() => dialog.current.showModal(), []);
  const save = async event => {
    event.preventDefault();
    try {
      const saved = existing ? await api.changeQueue(queue.name, body(values)) : await api.createQueue(body(values));
      onSaved(saved.name);
    } catch (refusal) {
      setProblem(refusal.message);
    }
  };
  const fields = FIELDS.filter(field => !(existing && field.once) && !(field.lastvalue && !values.is_lastvalue));
  return html`
    <dialog ref=${dialog} class="wide" onClose=${onClose} aria-label=${existing ? `Edit ${queue.name}` : 'New queue'}>
      <form onSubmit=${save}>
        <h2>${existing ? `Edit ${queue.name}` : 'New queue'}</h2>
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        <div class="form">
          ${fields.map(field => html`
            <${Input} key=${field.key} field=${field} value=${values[field.key]}
                      onChange=${value => setValues({...values, [field.key]: value})} />`)}
        </div>
        <div class="actions">
          <button type="button" class="plain" onClick=${() => dialog.current.close()}>Cancel</button>
          <button class="primary">${existing ? 'Save' : 'Make the queue'}</button>
        </div>
      </form>
    </dialog>`;
}

function Input({field: {key, kind, required, hint}, value, onChange}) {
  const id = `queue-${key}`;
  const common = {id, 'aria-describedby': `${id}-hint`};
  return html`
    <div class="field">
      <label for=${id}>${key}</label>
      ${kind === 'switch' ? html`
          <span class="switch"><input ...${common} type="checkbox" checked=${value}
                                      onChange=${event => onChange(event.target.checked)} /></span>`
        : kind === 'choice' ? html`
          <select ...${common} value=${value} onChange=${event => onChange(event.target.value)}>
            ${STRATEGIES.map(strategy => html`<option key=${strategy}>${strategy}</option>`)}
          </select>`
        : html`
          <input ...${common} type="text" required=${required} autocomplete="off" autocapitalize="off"
                 spellcheck=${false} value=${value ?? ''} onInput=${event => onChange(event.target.value)} />`}
      <p class="hint" id=${`${id}-hint`}>${hint}</p>
    </div>`;
}

/** The fields of the form from a queue: limits are a map there. */
function flat({limits, ...queue}) {
  const values = {...queue};
  Object.entries(limits).forEach(([key, value]) => {
    values[`limits.${key}`] = value;
  });
  return values;
}

/** What the form holds, as the service takes it; what is empty has its default. */
function body(values) {
  const result = {};
  for (const {key} of FIELDS) {
    const value = values[key];
    if (value !== undefined && value !== '') {
      const [group, name] = key.split('.');
      const typed = /^-?\d{1,15}$/.test(value) ? Number(value) : value;
      if (name) {
        result[group] = {...result[group], [name]: typed};
      } else {
        result[key] = key === 'name' || key === 'topic_filter' || key === 'key_expression' ? value : typed;
      }
    }
  }
  return result;
}
