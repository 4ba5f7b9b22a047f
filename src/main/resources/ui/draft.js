// The configuration while it is edited: {bridges: {<name>: {…}}, remotes: {<name>: {…}}}. Everything here is pure; trees are
// never changed in place.

/** What the service shows instead of a secret, and takes as "the present one". */
export const MASK = '******';

/** Remotes first: they are few, and bridges need them. */
export const SECTIONS = {remotes: 'remote', bridges: 'bridge'};

/** What can be set on the items of a section, in the schema's order: [{key: 'queue.sync', group: 'queue', spec, required}]. */
export function fieldsOf(schema, section) {
  return leaves(schema.properties[section].additionalProperties, '');
}

function leaves({properties, required = []}, group) {
  return Object.entries(properties).flatMap(([key, spec]) => {
    if (spec.properties) {
      return leaves(spec, key);
    }
    const isAlias = '$comment' in spec;
    return isAlias ? [] : [{key: group ? `${group}.${key}` : key, group, spec, required: required.includes(key)}];
  });
}

/** What holds where nothing is set, as far as it is known. */
export function defaultOf(spec, name) {
  return spec.default ?? spec.examples?.[0].replace('<name>', name) ?? '';
}

export function valueOf(item, key) {
  return key.split('.').reduce((value, part) => value?.[part], item);
}

/** The item with one more value, or without it: undefined. */
export function withValue(item, key, value) {
  const [first, ...rest] = key.split('.');
  const copy = {...item};
  const inner = rest.length === 0 ? value : withValue(item?.[first], rest.join('.'), value);
  if (inner === undefined || (rest.length > 0 && Object.keys(inner).length === 0)) {
    delete copy[first];
  } else {
    copy[first] = inner;
  }
  return copy;
}

export function withItem(tree, section, name, item) {
  return {...tree, [section]: {...tree[section], [name]: item}};
}

export function withoutItem(tree, section, name) {
  const {[name]: gone, ...others} = tree[section];
  return {...tree, [section]: others};
}

/** The bridges of a renamed remote follow it. */
export function renamed(tree, section, from, to) {
  const rename = items => Object.fromEntries(Object.entries(items).map(([name, item]) => [name === from ? to : name, item]));
  const follow = bridges => Object.fromEntries(Object.entries(bridges).map(
    ([name, bridge]) => [name, bridge?.remote === from ? {...bridge, remote: to} : bridge]));
  const result = {...tree, [section]: rename(tree[section])};
  return section === 'remotes' ? {...result, bridges: follow(tree.bridges)} : result;
}

/** A file says what differs: defaults, which the service fills in when it shows a configuration, are left out. */
export function withoutDefaults(tree, schema) {
  const sections = Object.keys(SECTIONS).map(section => {
    const optional = fieldsOf(schema, section).filter(field => !field.required);
    const items = Object.entries(tree[section]).map(([name, item]) => [name, optional
      .filter(({key, spec}) => ['', String(defaultOf(spec, name))].includes(String(valueOf(item, key))))
      .reduce((rest, {key}) => withValue(rest, key, undefined), item)]);
    return [section, Object.fromEntries(items)];
  });
  return Object.fromEntries(sections);
}

/** What a new item starts as. */
export function blank(tree, section) {
  const remotes = Object.keys(tree.remotes);
  return section === 'remotes'
    ? {server: ''}
    : {remote: remotes.length === 1 ? remotes[0] : '', filter_topic: '', remote_topic: '${topic}'};
}

/** [section, name] of what a problem's key stands for; null where it is nothing that has a form. */
export function placeOf(problem) {
  const [section, name] = problem.key.split('.');
  return section in SECTIONS && name ? [section, name] : null;
}

/** The problems of one item by the field's key; '' for the item itself. */
export function problemsOf(problems, section, name) {
  const path = `${section}.${name}`;
  return new Map(problems
    .filter(({key}) => key === path || key.startsWith(`${path}.`))
    .map(({key, allowed}) => [key.slice(path.length + 1), allowed]));
}
