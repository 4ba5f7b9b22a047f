import {html, useCallback, useEffect, useMemo, useRef, useState} from './vendor/preact-htm.js';
import * as api from './api.js';
import {bytes, count, duration, rate} from './format.js';
import {History, ofQueue} from './history.js';
import {Confirm, Sparkline} from './parts.js';
import {Plot} from './plot.js';
import {QueueForm} from './queueform.js';

const PERIOD = 2_000;
const SPARK = -90;
const address = name => `#/queues/${encodeURIComponent(name)}`;
const messagesPerSecond = value => `${rate(value)} msg/s`;
const messages = value => `${count(value)} messages`;

/** All queues, asked for while somebody looks at them; null before the first answer. */
function useQueues() {
  const history = useRef(new History(ofQueue)).current;
  const [state, setState] = useState({queues: null, error: null});
  const refresh = useCallback(async () => {
    try {
      const queues = await api.queues();
      history.add(Date.now() / 1000, queues);
      setState({queues, error: null});
    } catch (error) {
      setState(before => ({...before, error: error.message}));
    }
  }, []);
  useEffect(() => {
    let timer;
    let ended = false;
    const tick = async () => {
      if (!document.hidden) {
        await refresh();
      }
      if (!ended) {
        timer = setTimeout(tick, PERIOD);
      }
    };
    tick();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, []);
  return {...state, history, refresh};
}

/** The list of message queues, or one of them. */
export function QueuePages({name, act}) {
  const {queues, error, history, refresh} = useQueues();
  const [form, setForm] = useState(null);
  const [asked, setAsked] = useState(null);
  const change = async (operation, done) => {
    await act(operation, done);
    await refresh();
  };
  if (queues === null) {
    return html`<p class="nothing card">${error ?? 'Asking the service …'}</p>`;
  }
  const queue = queues.find(one => one.name === name);
  return html`
    ${name === undefined
      ? html`<${QueueList} queues=${queues} history=${history} add=${() => setForm({})} />`
      : html`<${QueuePage} name=${name} queue=${queue} track=${history.of(name)} edit=${() => setForm(queue)}
                           remove=${() => setAsked(name)} />`}
    ${form && html`<${QueueForm} key=${form.name ?? ''} queue=${form} onClose=${() => setForm(null)} onSaved=${saved => {
      setForm(null);
      change(async () => {}, `${saved} is saved.`);
      location.hash = address(saved);
    }} />`}
    <${Confirm} open=${asked !== null} title=${`Delete ${asked}?`} action="Delete for good" danger
                onClose=${() => setAsked(null)}
                onConfirm=${() => {
                  change(() => api.deleteQueue(asked), `${asked} is deleted.`);
                  location.hash = '#/queues';
                }}>
      <p>Every message in it is lost. Its subscribers wait until a queue of this name exists again.</p>
    <//>`;
}

function QueueList({queues, history, add}) {
  const [search, setSearch] = useState('');
  const shown = useMemo(
    () => queues.filter(queue => queue.name.toLowerCase().includes(search.trim().toLowerCase())), [queues, search]);
  return html`
    <h1 class="hidden">Message queues</h1>
    <div class="filters">
      <input type="search" placeholder="Find a queue  ( / )" aria-label="Find a queue by name" value=${search}
             onInput=${event => setSearch(event.target.value)} />
      <span class="spacer"></span>
      <button class="primary" onClick=${add}>New queue …</button>
    </div>
    ${queues.length === 0 ? html`<${Empty} />` : shown.length === 0 ? html`<p class="nothing card">No queue fits.</p>` : html`
      <div class="card list">
        <div class="row queue head" aria-hidden="true">
          <span>Queue</span><span>In /s</span><span>Out /s</span><span>Messages</span><span>Last minutes</span>
          <span>Oldest</span><span>In flight</span><span>Subscribers</span>
        </div>
        <ul>${shown.map(queue => html`<${QueueRow} key=${queue.name} queue=${queue} track=${history.of(queue.name)} />`)}</ul>
      </div>`}`;
}

function QueueRow({queue: {name, topic_filter, stats}, track}) {
  return html`
    <li>
      <a class="row queue" href=${address(name)}>
        <span class="who">
          <span>
            <strong>${name}</strong>
            <small class=${stats.problem ? 'dropped' : ''}>${stats.problem ?? topic_filter}</small>
          </span>
        </span>
        <span data-label="In /s">${rate(track.last('in'))}</span>
        <span data-label="Out /s">${rate(track.last('out'))}</span>
        <span data-label="Messages">${count(stats.messages)}</span>
        <span class="graph"><${Sparkline} values=${track.queued.slice(SPARK)} tone="queued" /></span>
        <span data-label="Oldest">${stats.oldest_age_ms > 0 ? duration(stats.oldest_age_ms) : ''}</span>
        <span data-label="In flight">${count(stats.inflight)}</span>
        <span data-label="Subscribers">${count(stats.subscribers)}</span>
      </a>
    </li>`;
}

function QueuePage({name, queue, track, edit, remove}) {
  return html`
    <nav class="crumbs" aria-label="Where you are">
      <a href="#/queues">Queues</a> <span aria-hidden="true">/</span> <span aria-current="page">${name}</span>
    </nav>
    ${!queue ? html`<p class="nothing card">There is no queue of this name.</p>` : html`
      <section class=${`card head ${queue.stats.problem ? 'error' : 'ok'}`}>
        <div class="title">
          <h1>${name}</h1>
          <span class="pill paused">${queue.is_lastvalue ? 'last value' : 'regular'}</span>
          <span class="spacer"></span>
          ${queue.declared ? html`<span class="muted">declared in the configuration</span>` : html`
            <button onClick=${edit}>Edit …</button>
            <button onClick=${remove}>Delete …</button>`}
        </div>
        <p class="route">
          <code>${queue.topic_filter}</code> <span class="arrow" aria-label="is consumed as">→</span>
          <code>$queue/${name}</code>
        </p>
        ${queue.stats.problem && html`<p class="reason">${queue.stats.problem}</p>`}
        ${(queue.warnings ?? []).map(warning => html`<p key=${warning} class="reason partial">${warning}</p>`)}
      </section>
      <div class="plots">
        <${Plot} key=${`${name}-rates`} title="Throughput" time=${track.time} format=${messagesPerSecond}
                 series=${[{label: 'Stored', color: '--in', values: track.in},
                           {label: 'Consumed', color: '--out', values: track.out}]} />
        <${Plot} key=${`${name}-queue`} title="Messages" time=${track.time} format=${messages}
                 series=${[{label: 'Messages', color: '--queued', values: track.queued}]} />
      </div>
      <${Figures} stats=${queue.stats} />
      <${Settings} queue=${queue} />`}`;
}

function Figures({stats}) {
  const figures = [
    ['Messages', count(stats.messages)],
    ['Size', bytes(stats.bytes)],
    ['Oldest waits', stats.oldest_age_ms > 0 ? duration(stats.oldest_age_ms) : 'none'],
    ['Subscribers', count(stats.subscribers)],
    ['In flight', count(stats.inflight)],
    ['Stored', count(stats.enqueued)],
    ['Delivered', count(stats.delivered)],
    ['Acknowledged', count(stats.acked)],
    ['Rejected', count(stats.rejected)],
    ['Replaced', count(stats.replaced)],
    ['Expired', count(stats.expired)],
    ['Dropped', count(stats.dropped), stats.dropped > 0],
  ];
  return html`
    <dl class="card figures">
      ${figures.map(([label, value, bad]) => html`
        <div key=${label} class=${bad ? 'bad' : ''}><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>`;
}

function Settings({queue}) {
  const rows = [
    ['topic_filter', queue.topic_filter],
    ['is_lastvalue', queue.is_lastvalue],
    ...(queue.is_lastvalue ? [['key_expression', queue.key_expression]] : []),
    ['data_retention_period', duration(queue.data_retention_period)],
    ['dispatch_strategy', queue.dispatch_strategy],
    ['limits.max_message_count', queue.limits.max_message_count],
    ['limits.max_message_bytes', queue.limits.max_message_bytes],
    ['consumer_max_inflight', queue.consumer_max_inflight],
    ['redispatch_interval', duration(queue.redispatch_interval)],
    ['max_deliveries', queue.max_deliveries],
  ];
  return html`
    <section class="card settings">
      <h2>Settings</h2>
      <dl class="fields">
        ${rows.map(([key, value]) => html`<div key=${key}><dt>${key}</dt><dd>${String(value)}</dd></div>`)}
      </dl>
    </section>`;
}

function Empty() {
  return html`
    <section class="card empty">
      <h2>No message queue yet</h2>
      <p>A queue keeps what is published to its filter until a client that subscribed to $queue/ and its name has
         acknowledged it.</p>
      <pre>${`mosquitto_sub -V mqttv5 -p 1884 -u worker -P … -q 1 \\
  -t '$queue/orders'`}</pre>
    </section>`;
}
