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

async function call(method, path, {body, headers} = {}) {
  const response = await fetch(BASE + path, {
    method, body, headers: {Accept: 'application/json', ...headers}, cache: 'no-store',
  });
  if (!response.ok) {
    throw new Refusal(response.status, await response.json().catch(() => ({})));
  }
  return response.status === 204 ? null : response.json();
}

const at = name => encodeURIComponent(name);

export const overview = () => call('GET', 'bridges');
export const settings = bridge => call('GET', `bridges/${at(bridge)}/settings`);
export const pause = bridge => call('POST', `bridges/${at(bridge)}/pause`);
export const resume = bridge => call('POST', `bridges/${at(bridge)}/resume`);
export const purge = bridge => call('DELETE', `orphans/${at(bridge)}`);
export const configuration = () => call('GET', 'config');
export const schema = () => call('GET', 'configuration.schema.json');

/** Refused if another generation than the given one is in force. */
const put = (query, configuration, generation) => call('PUT', `config${query}`, {
  body: JSON.stringify(configuration),
  headers: {'Content-Type': 'application/json', 'If-Match': `"${generation}"`},
});
export const preview = (configuration, generation) => put('?dry_run=true', configuration, generation);
export const replace = (configuration, generation) => put('', configuration, generation);
