// The REST API beside this page, wherever both are mounted.

const BASE = location.pathname.includes('/emqx_bridge_mqtt_dq/ui/') ? '../' : '../api/v5/plugin_api/emqx_bridge_mqtt_dq/';

async function call(method, path) {
  const response = await fetch(BASE + path, {method, headers: {Accept: 'application/json'}, cache: 'no-store'});
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new Error(body.message ?? `The service answered ${response.status}`);
  }
  return response.status === 204 ? null : response.json();
}

const at = name => encodeURIComponent(name);

export const overview = () => call('GET', 'bridges');
export const settings = bridge => call('GET', `bridges/${at(bridge)}/settings`);
export const pause = bridge => call('POST', `bridges/${at(bridge)}/pause`);
export const resume = bridge => call('POST', `bridges/${at(bridge)}/resume`);
export const purge = bridge => call('DELETE', `orphans/${at(bridge)}`);
