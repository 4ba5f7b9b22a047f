import {html, useMemo, useState} from './vendor/preact-htm.js';
import * as api from './api.js';
import {bytes, count, duration, percent, rate} from './format.js';
import {waiting} from './history.js';
import {Confirm, Fill, Sparkline, StatusGlyph} from './parts.js';

/** Those that need a person come first. */
const STATUSES = ['error', 'disconnected', 'partial', 'ok', 'disabled'];

/** Ninety samples are three minutes: more would not be seen in so small a picture. */
const SPARK = -90;

export function Overview({data, history, act}) {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState(null);
  const shown = useMemo(
    () => data.bridges.filter(bridge => (status === null || bridge.status === status)
      && bridge.name.toLowerCase().includes(search.trim().toLowerCase())),
    [data, search, status]);
  return html`
    <h1 class="hidden">Bridges</h1>
    <${Summary} bridges=${data.bridges} total=${history.total} />
    ${data.bridges.length === 0 ? html`<${Empty} />` : html`
      <${Filters} bridges=${data.bridges} search=${search} setSearch=${setSearch} status=${status}
                  setStatus=${setStatus} />
      <${BridgeList} bridges=${shown} history=${history} />`}
    ${data.orphans.length > 0 && html`<${Orphans} orphans=${data.orphans} act=${act} />`}`;
}

function Summary({bridges, total}) {
  const sum = field => bridges.reduce((all, bridge) => all + bridge[field], 0);
  const oldest = Math.max(0, ...bridges.map(bridge => bridge.oldest_age_ms));
  const well = bridges.filter(bridge => bridge.status === 'ok').length;
  const enabled = bridges.filter(bridge => bridge.config_state === 'enabled').length;
  return html`
    <section class="tiles" aria-label="All bridges together">
      <${Tile} label="Bridges ok" value=${`${well}`} unit=${`of ${enabled}`}>
        <${StatusBar} bridges=${bridges} />
      <//>
      <${Tile} label="In" value=${rate(total.last('in'))} unit="msg/s">
        <${Sparkline} values=${total.in.slice(SPARK)} tone="in" width=${160} />
      <//>
      <${Tile} label="Out" value=${rate(total.last('out'))} unit="msg/s">
        <${Sparkline} values=${total.out.slice(SPARK)} tone="out" width=${160} />
      <//>
      <${Tile} label="Waiting" value=${count(total.last('queued') ?? 0)} unit="messages">
        <${Sparkline} values=${total.queued.slice(SPARK)} tone="queued" width=${160} />
      <//>
      <${Tile} label="Oldest waits" value=${oldest > 0 ? duration(oldest) : 'none'}
               unit=${`${bytes(sum('disk_bytes'))} on disk`} />
      <${Tile} label="Dropped" value=${count(sum('drop'))} unit="since start" bad=${sum('drop') > 0} />
    </section>`;
}

function Tile({label, value, unit, bad, children}) {
  return html`
    <div class=${`tile ${bad ? 'bad' : ''}`}>
      <div class="label">${label}</div>
      <div class="figure"><strong>${value}</strong> <span>${unit}</span></div>
      ${children}
    </div>`;
}

function StatusBar({bridges}) {
  return html`
    <div class="statusbar" aria-hidden="true">
      ${STATUSES.map(status => {
        const share = bridges.filter(bridge => bridge.status === status).length;
        return share > 0 && html`<span class=${status} style=${{flexGrow: share}}></span>`;
      })}
    </div>`;
}

function Filters({bridges, search, setSearch, status, setStatus}) {
  const present = STATUSES.filter(one => bridges.some(bridge => bridge.status === one));
  return html`
    <div class="filters">
      <input type="search" placeholder="Find a bridge  ( / )" aria-label="Find a bridge by name" value=${search}
             onInput=${event => setSearch(event.target.value)} />
      <div class="chips" role="group" aria-label="Show only bridges that are">
        ${present.map(one => html`
          <button class=${`chip ${one}`} aria-pressed=${status === one}
                  onClick=${() => setStatus(status === one ? null : one)}>
            <i></i>${one} <b>${bridges.filter(bridge => bridge.status === one).length}</b>
          </button>`)}
      </div>
    </div>`;
}

function BridgeList({bridges, history}) {
  if (bridges.length === 0) {
    return html`<p class="nothing card">No bridge fits.</p>`;
  }
  const sorted = [...bridges].sort((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status));
  return html`
    <div class="card list">
      <div class="row head" aria-hidden="true">
        <span>Bridge</span><span>In /s</span><span>Out /s</span><span>Waiting</span><span>Last minutes</span>
        <span>Oldest</span><span>Disk</span><span>Dropped</span>
      </div>
      <ul>
        ${sorted.map(bridge => html`
          <${BridgeRow} key=${bridge.name} bridge=${bridge} track=${history.of(bridge.name)} />`)}
      </ul>
    </div>`;
}

function BridgeRow({bridge, track}) {
  const idle = bridge.status === 'disabled';
  const fullest = fullestOf(bridge.buffers);
  return html`
    <li>
      <a class=${`row ${idle ? 'idle' : ''}`} href=${`#/bridges/${encodeURIComponent(bridge.name)}`}>
        <span class="who">
          <${StatusGlyph} status=${bridge.status} />
          <span>
            <strong>${bridge.name}</strong>
            ${bridge.status_reason && html`<small title=${bridge.status_reason}>${bridge.status_reason}</small>`}
          </span>
        </span>
        <span data-label="In /s">${idle ? '' : rate(track.last('in'))}</span>
        <span data-label="Out /s">${idle ? '' : rate(track.last('out'))}</span>
        <span data-label="Waiting">${idle ? '' : count(waiting(bridge))}</span>
        <span class="graph">${!idle && html`<${Sparkline} values=${track.queued.slice(SPARK)} tone="queued" />`}</span>
        <span data-label="Oldest">${bridge.oldest_age_ms > 0 ? duration(bridge.oldest_age_ms) : ''}</span>
        <span class="disk" data-label="Disk">
          ${!idle && html`
            <${Fill} part=${fullest.disk_bytes} all=${fullest.limit_bytes} label="Disk used of the fullest partition's limit" />
            ${bytes(bridge.disk_bytes)}`}
        </span>
        <span data-label="Dropped" class=${bridge.drop > 0 ? 'dropped' : ''}>${bridge.drop > 0 ? count(bridge.drop) : ''}</span>
      </a>
    </li>`;
}

/** Each partition has its own limit: the fullest is the first that loses messages. */
function fullestOf(buffers) {
  const nothing = {disk_bytes: 0, limit_bytes: 0};
  return buffers.reduce((most, one) => percent(one.disk_bytes, one.limit_bytes) > percent(most.disk_bytes, most.limit_bytes)
    ? one : most, nothing);
}

function Empty() {
  return html`
    <section class="card empty">
      <h2>No bridge yet</h2>
      <p>Add one to the configuration file; it starts as soon as the file is saved.</p>
      <pre>${`bridges {
  to-cloud {
    remote = cloud
    filter_topic = "devices/#"
    remote_topic = "fwd/\${topic}"
  }
}
remotes {
  cloud { server = "broker.example.com:1883" }
}`}</pre>
    </section>`;
}

function Orphans({orphans, act}) {
  const [asked, setAsked] = useState(null);
  return html`
    <section class="card orphans">
      <h2>Orphaned queues</h2>
      <p>On disk, but of no configured bridge. A bridge of the same name and directory takes its queue up again.</p>
      <ul>
        ${orphans.map(orphan => html`
          <li key=${orphan.directory}>
            <strong>${orphan.bridge}</strong>
            <code>${orphan.directory}</code>
            <span>${bytes(orphan.disk_bytes)}</span>
            <button class="plain" onClick=${() => setAsked(orphan.bridge)}>Delete …</button>
          </li>`)}
      </ul>
      <${Confirm} open=${asked !== null} title=${`Delete the queue of ${asked}?`} action="Delete for good" danger
                  onClose=${() => setAsked(null)}
                  onConfirm=${() => act(() => api.purge(asked), `The queue of ${asked} is deleted.`)}>
        <p>Every message in it is lost. This cannot be undone.</p>
      <//>
    </section>`;
}
