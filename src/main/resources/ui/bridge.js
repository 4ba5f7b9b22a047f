import {html, useEffect, useState} from './vendor/preact-htm.js';
import * as api from './api.js';
import {bytes, count, duration, rate, words} from './format.js';
import {waiting} from './history.js';
import {Confirm, Fill, StatusGlyph, StatusPill} from './parts.js';
import {Plot} from './plot.js';

const messagesPerSecond = value => `${rate(value)} msg/s`;
const messages = value => `${count(value)} messages`;

export function BridgePage({name, bridge, track, act}) {
  const settings = useSettings(name);
  if (!bridge) {
    return html`
      <${Crumbs} name=${name} />
      <p class="nothing card">There is no bridge of this name.</p>`;
  }
  return html`
    <${Crumbs} name=${name} />
    <${Head} bridge=${bridge} settings=${settings} act=${act} />
    ${bridge.config_state === 'enabled' && html`
      <div class="plots">
        <${Plot} key=${`${name}-rates`} title="Throughput" time=${track.time} format=${messagesPerSecond}
                 series=${[{label: 'In', color: '--in', values: track.in},
                           {label: 'Out', color: '--out', values: track.out}]} />
        <${Plot} key=${`${name}-queue`} title="Waiting" time=${track.time} format=${messages}
                 series=${[{label: 'Waiting', color: '--queued', values: track.queued}]} />
      </div>
      <${Counters} bridge=${bridge} />
      <${Buffers} bridge=${bridge} />
      <${Connectors} bridge=${bridge} />
      <div class="pair">
        <${Reasons} title="Dropped, by reason" reasons=${bridge.drop_by_reason} none="Nothing was dropped." />
        <${Reasons} title="Retried, by reason" reasons=${bridge.retried_by_reason} none="Nothing had to be retried." />
      </div>`}
    ${settings && html`<${Settings} settings=${settings} />`}`;
}

function useSettings(name) {
  const [settings, setSettings] = useState(null);
  useEffect(() => {
    let current = true;
    setSettings(null);
    api.settings(name).then(found => current && setSettings(found), () => current && setSettings(null));
    return () => {
      current = false;
    };
  }, [name]);
  return settings;
}

function Crumbs({name}) {
  return html`
    <nav class="crumbs" aria-label="Where you are">
      <a href="#/">Bridges</a> <span aria-hidden="true">/</span> <span aria-current="page">${name}</span>
    </nav>`;
}

function Head({bridge, settings, act}) {
  const [asked, setAsked] = useState(false);
  const {name, paused} = bridge;
  const confirm = () => act(
    () => paused ? api.resume(name) : api.pause(name),
    paused ? `${name} sends again.` : `${name} is paused.`);
  return html`
    <section class=${`card head ${bridge.status}`}>
      <div class="title">
        <${StatusGlyph} status=${bridge.status} />
        <h1>${name}</h1>
        <${StatusPill} status=${bridge.status} paused=${paused} />
        ${bridge.runtime_state === 'degraded' && html`<span class="pill error">degraded</span>`}
        <span class="spacer"></span>
        <a class="button" href=${`#/config/bridges/${encodeURIComponent(name)}`}>Edit</a>
        ${bridge.config_state === 'enabled' && html`
          <button class=${paused ? 'primary' : ''} onClick=${() => setAsked(true)}>${paused ? 'Resume' : 'Pause'}</button>`}
      </div>
      ${settings && html`<${Route} settings=${settings} />`}
      ${bridge.status_reason && html`<p class="reason">${bridge.status_reason}</p>`}
      <${Confirm} open=${asked} title=${paused ? `Resume ${name}?` : `Pause ${name}?`}
                  action=${paused ? 'Resume' : 'Pause'} onClose=${() => setAsked(false)} onConfirm=${confirm}>
        ${paused
          ? html`<p>It sends what has collected on disk, oldest first.</p>`
          : html`<p>It stops sending. Messages go on collecting on disk, up to the queue's limit, until you resume
                   it or the service restarts.</p>`}
      <//>
    </section>`;
}

function Route({settings: {bridge, remote}}) {
  return html`
    <p class="route">
      <code>${bridge.filter_topic}</code>
      <span class="arrow" aria-label="becomes">→</span>
      <code>${bridge.remote_topic}</code>
      <span>at</span>
      <code>${remote.server}</code>
      <span class="muted">(${bridge.remote})</span>
    </p>`;
}

function Counters({bridge}) {
  const figures = [
    ['Accepted', count(bridge.enqueue)],
    ['Published', count(bridge.publish)],
    ['Dropped', count(bridge.drop), bridge.drop > 0],
    ['Waiting', count(waiting(bridge))],
    ['Oldest waits', bridge.oldest_age_ms > 0 ? duration(bridge.oldest_age_ms) : 'none'],
    ['Local broker', bridge.local_connected ? 'subscribed' : 'not subscribed', !bridge.local_connected],
  ];
  return html`
    <dl class="card figures">
      ${figures.map(([label, value, bad]) => html`
        <div class=${bad ? 'bad' : ''}><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>`;
}

function Buffers({bridge}) {
  return html`
    <section>
      <h2>Partitions <span class="muted">${bytes(bridge.disk_bytes)} of ${bytes(bridge.limit_bytes)} on disk</span></h2>
      <ul class="grid">
        ${bridge.buffers.map(buffer => html`
          <li key=${buffer.index} class=${`cell ${buffer.problem ? 'missing' : buffer.status}`}>
            <header><b>${buffer.index}</b><span class="state">${buffer.status}</span></header>
            <p><strong>${count(buffer.buffered)}</strong> buffered</p>
            <${Fill} part=${buffer.disk_bytes} all=${buffer.limit_bytes}
                     label=${`Disk used of the limit of partition ${buffer.index}`} />
            <p class="muted">${bytes(buffer.disk_bytes)}</p>
            <p class="muted">${buffer.oldest_age_ms > 0 && `oldest ${duration(buffer.oldest_age_ms)}`}</p>
            <${Problem} text=${buffer.problem} />
          </li>`)}
      </ul>
    </section>`;
}

function Connectors({bridge}) {
  const connected = bridge.connectors.filter(connector => connector.status === 'connected').length;
  return html`
    <section>
      <h2>Connectors <span class="muted">${connected} of ${bridge.connectors.length} connected</span></h2>
      <ul class="grid">
        ${bridge.connectors.map(connector => html`
          <li key=${connector.index} class=${`cell ${connector.status}`}>
            <header><b>${connector.index}</b><span class="state">${connector.status}</span></header>
            <p><strong>${count(connector.inflight)}</strong> in flight</p>
            <p class="muted">${count(connector.backlog)} backlog</p>
            <p class="muted">${connector.reconnects > 0 && `${count(connector.reconnects)} reconnects`}</p>
            <${Problem} text=${connector.problem} />
          </li>`)}
      </ul>
    </section>`;
}

function Problem({text}) {
  return text && html`<p class="problem">${text}</p>`;
}

function Reasons({title, reasons, none}) {
  const entries = Object.entries(reasons).sort((one, other) => other[1] - one[1]);
  const most = Math.max(1, ...entries.map(([, times]) => times));
  return html`
    <section class="card reasons">
      <h2>${title}</h2>
      ${entries.length === 0 ? html`<p class="muted">${none}</p>` : html`
        <ul>
          ${entries.map(([reason, times]) => html`
            <li key=${reason}>
              <span>${words(reason)}</span>
              <span class="bar" aria-hidden="true"><span style=${{width: `${times * 100 / most}%`}}></span></span>
              <b>${count(times)}</b>
            </li>`)}
        </ul>`}
    </section>`;
}

function Settings({settings}) {
  return html`
    <details class="card settings">
      <summary><h2>Settings in force</h2> <span class="muted">defaults filled in, secrets masked</span></summary>
      <div class="pair">
        <${Fields} title="Bridge" fields=${settings.bridge} />
        <${Fields} title="Remote" fields=${settings.remote} />
      </div>
    </details>`;
}

function Fields({title, fields}) {
  return html`
    <div>
      <h3>${title}</h3>
      <dl class="fields">
        ${flatten(fields).map(([key, value]) => html`<div key=${key}><dt>${key}</dt><dd>${String(value)}</dd></div>`)}
      </dl>
    </div>`;
}

/** {queue: {sync: 'os'}} → [['queue.sync', 'os']] */
function flatten(fields, prefix = '') {
  return Object.entries(fields).flatMap(([key, value]) => value !== null && typeof value === 'object'
    ? flatten(value, `${prefix}${key}.`)
    : [[prefix + key, value]]);
}
