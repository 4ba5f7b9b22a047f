// The REST API beside this page, wherever both are mounted.

const BASE = location.pathname.includes('/emqx_bridge_mqtt_dq/ui/') ? '../' : '../api/v5/plugin_api/emqx_bridge_mqtt_dq/';

/** An answer that is no success. */
export class Refusal extends Error {
  constructor(status, {message, problems = []}) {
    super(message ?? `The service answered ${status}`);
    this.status = status;
    /** What is wrong with a configuration: [{key, value, allowed}]. */
    this.problems = problems;
  }
}

/** Queues have a place of their own in the API. */
const QUEUES = '../../';

async function answer(method, path, {body, headers} = {}) {
  const response = await fetch(BASE + path, {
    method, body, headers: {Accept: 'application/json', ...headers}, cache: 'no-store',
  });
  if (!response.ok) {
    throw new Refusal(response.status, await response.json().catch(() => ({})));
  }
  return response;
}

async function call(method, path, options) {
  const response = await answer(method, path, options);
  return response.status === 204 ? null : response.json();
}

const at = name => encodeURIComponent(name);
const json = value => ({body: JSON.stringify(value), headers: {'Content-Type': 'application/json'}});

export const overview = () => call('GET', 'bridges');
export const settings = bridge => call('GET', `bridges/${at(bridge)}/settings`);
export const pause = bridge => call('POST', `bridges/${at(bridge)}/pause`);
export const resume = bridge => call('POST', `bridges/${at(bridge)}/resume`);
export const purge = bridge => call('DELETE', `orphans/${at(bridge)}`);
export const schema = () => call('GET', 'configuration.schema.json');

/** Every queue, page by page. */
export async function queues() {
  const all = [];
  for (let cursor = null; cursor !== undefined;) {
    const {data, meta} = await call('GET', `${QUEUES}queues?limit=1000${cursor ? `&cursor=${at(cursor)}` : ''}`);
    all.push(...data);
    cursor = meta.hasnext ? meta.cursor : undefined;
  }
  return all;
}
export const createQueue = queue => call('POST', `${QUEUES}queues`, json(queue));
export const changeQueue = (name, queue) => call('PUT', `${QUEUES}queue/${at(name)}`, json(queue));
export const deleteQueue = name => call('DELETE', `${QUEUES}queue/${at(name)}`);

/** The configuration as it is shown, and its tag. */
export async function configuration() {
  const response = await answer('GET', 'config');
  const shown = await response.json();
  // A proxy that compresses answers weakens the tag or takes it away.
  const tag = response.headers.get('ETag')?.replace(/^W\//, '') ?? `"${shown.generation}"`;
  return {shown, tag};
}

/** Refused if the configuration or its file is no longer what the tag was given for. */
const put = (query, configuration, tag) => call('PUT', `config${query}`, {
  body: JSON.stringify(configuration),
  headers: {'Content-Type': 'application/json', 'If-Match': tag},
});
export const preview = (configuration, tag) => put('?dry_run=true', configuration, tag);
export const replace = (configuration, tag) => put('', configuration, tag);
