import {html, render, useCallback, useEffect, useRef, useState} from './vendor/preact-htm.js';
import * as api from './api.js';
import {duration} from './format.js';
import {History, ofBridge} from './history.js';
import {Overview} from './overview.js';
import {BridgePage} from './bridge.js';
import {QueuePages} from './queues.js';
import {useConfiguration} from './configuration.js';
import {Editor} from './editor.js';
import {Logo, ThemeButton} from './parts.js';

const PERIOD = 2_000;

/** The service's last answer, asked for again and again while somebody looks. */
function useOverview() {
  const history = useRef(new History(ofBridge)).current;
  const [state, setState] = useState({data: null, error: null, answered: null});

  const refresh = useCallback(async () => {
    try {
      const data = await api.overview();
      history.add(Date.now() / 1000, data.bridges);
      setState({data, error: null, answered: new Date()});
    } catch (error) {
      setState(before => ({...before, error: error.message}));
    }
  }, []);

  useEffect(() => {
    let timer;
    const tick = async () => {
      if (!document.hidden) {
        await refresh();
      }
      timer = setTimeout(tick, PERIOD);
    };
    tick();
    return () => clearTimeout(timer);
  }, []);

  return {...state, history, refresh};
}

/** "#/bridges/x" → ["bridges", "x"]; the overview: []. */
function useRoute() {
  const read = () => location.hash.slice(1).split('/').filter(part => part).map(decodeURIComponent);
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const change = () => {
      setRoute(read());
      scrollTo(0, 0);
    };
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return route;
}

function App() {
  const {data, error, answered, history, refresh} = useOverview();
  const [page, ...place] = useRoute();
  const config = useConfiguration(page === 'config');
  const [message, setMessage] = useState(null);

  useEffect(() => {
    document.title = page ? `${place.at(-1) ?? 'configuration'} · mqtt-dq` : 'mqtt-dq';
  }, [page, place.at(-1)]);

  const tell = useCallback(said => {
    setMessage(said);
    setTimeout(() => setMessage(null), 5_000);
  }, []);

  const act = useCallback(async (operation, done) => {
    try {
      await operation();
      tell({text: done, bad: false});
    } catch (failure) {
      tell({text: failure.message, bad: true});
    }
    await refresh();
  }, [refresh]);

  return html`
    <a class="skip" href="#main">Skip to content</a>
    <${Header} data=${data} page=${page} unsaved=${config.changed} />
    ${error && html`
      <div class="banner bad" role="alert">
        <strong>No answer from the service.</strong>
        <span>${error}${answered ? ` · last answer at ${answered.toLocaleTimeString()}` : ''}</span>
      </div>`}
    ${data && !data.cluster.complete && html`
      <div class="banner warn" role="status">
        <strong>Not every node answered.</strong>
        <span>${data.cluster.failed_nodes.map(node => `${node.node}: ${node.reason}`).join(' · ')}</span>
      </div>`}
    ${data?.config.last_reload.problems.length > 0 && html`<${ConfigBanner} config=${data.config} />`}
    <main id="main" class=${error && data ? 'stale' : ''}>
      ${!data && !error && html`<p class="loading">Asking the service …</p>`}
      ${data && (page === 'config'
        ? html`<${Editor} place=${place} config=${config} current=${data.config.generation}
                          done=${text => tell({text, bad: false})} />`
        : page === 'queues'
          ? html`<${QueuePages} name=${place[0]} act=${act} />`
        : page === 'bridges'
          ? html`<${BridgePage} name=${place[0]} bridge=${data.bridges.find(bridge => bridge.name === place[0])}
                                track=${history.of(place[0])} act=${act} />`
          : html`<${Overview} data=${data} history=${history} act=${act} />`)}
    </main>
    <div class="toasts" role="status" aria-live="polite">
      ${message && html`<div class=${`toast ${message.bad ? 'bad' : ''}`}>${message.text}</div>`}
    </div>`;
}

function ConfigBanner({config: {generation, last_reload: {outcome, problems}}}) {
  return html`
    <div class="banner warn" role="status">
      <strong>${outcome === 'rejected'
        ? `The changed configuration is refused; generation ${generation} stays in force.`
        : 'Not everything could follow the new configuration.'}</strong>
      <ul>${problems.map(problem => html`<li key=${problem}><code>${problem}</code></li>`)}</ul>
    </div>`;
}

function Header({data, page, unsaved}) {
  return html`
    <header class="top">
      <a class="brand" href="#/"><${Logo} /> <span>mqtt-dq</span></a>
      ${data && html`
        <span class="node" title="Nodes that answered">${data.cluster.responded_nodes.join(', ')}</span>
        <span class="uptime">up ${duration(data.uptime_seconds * 1000)}</span>
        <nav class="places" aria-label="Pages">
          <a href="#/" aria-current=${page === undefined || page === 'bridges' ? 'page' : undefined}>Bridges</a>
          <a href="#/queues" aria-current=${page === 'queues' ? 'page' : undefined}>Queues</a>
        </nav>
        <span class="spacer"></span>
        <a class="configlink" href="#/config"
           title=${`${data.config.source}, since ${new Date(data.config.since).toLocaleString()}`}>
          Configuration <b>${unsaved ? 'unsaved' : data.config.generation}</b>
        </a>`}
      <${ThemeButton} />
    </header>`;
}

addEventListener('keydown', event => {
  const typing = /^(input|textarea|select)$/i.test(event.target.tagName);
  if (event.key === '/' && !typing) {
    const search = document.querySelector('input[type=search]');
    if (search) {
      event.preventDefault();
      search.focus();
    }
  } else if (event.key === 'Escape' && !document.querySelector('dialog[open]')) {
    if (typing) {
      event.target.blur();
    } else if (location.hash.startsWith('#/bridges/')) {
      location.hash = '#/';
    } else if (location.hash.startsWith('#/queues/')) {
      location.hash = '#/queues';
    }
  }
});

render(html`<${App} />`, document.getElementById('app'));
