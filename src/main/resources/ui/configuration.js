import {useCallback, useEffect, useMemo, useRef, useState} from './vendor/preact-htm.js';
import * as api from './api.js';
import {SECTIONS, withoutDefaults} from './draft.js';

/** How long somebody pauses before the service is asked what it thinks of the draft. */
const PAUSE = 400;

const NOTHING = {schema: null, base: null, tree: null, problems: [], failure: null, conflict: null, readOnly: null};

/**
 * The configuration of the service and a draft of another one, kept while the page is open. The service itself judges the
 * draft, as a dry run, whenever somebody stops typing.
 */
export function useConfiguration(open) {
  const [state, setState] = useState(NOTHING);
  const {schema, base, tree} = state;
  const latest = useRef(tree);
  latest.current = tree;
  const timer = useRef(null);
  const turn = useRef(Promise.resolve());

  const load = useCallback(async () => {
    try {
      const [found, {shown, tag}] = await Promise.all([api.schema(), api.configuration()]);
      const loaded = withoutDefaults(shown, found);
      setState({
        ...NOTHING, schema: found, tree: loaded, readOnly: shown.read_only ?? null,
        base: {tag, generation: shown.generation, source: shown.source, tree: loaded},
      });
    } catch (failure) {
      setState(before => ({...before, failure: failure.message}));
    }
  }, []);

  useEffect(() => {
    if (open && !base) {
      load();
    }
  }, [open]);

  const changed = useMemo(() => base !== null && JSON.stringify(tree) !== JSON.stringify(base.tree), [base, tree]);

  /** What the request says, one at a time: a dry run after a save would be out of date. Null where the service refuses the draft, which is then on show. */
  const ask = useCallback(async request => {
    const {tag, generation, source} = base;
    clearTimeout(timer.current);
    const show = verdict => {
      if (latest.current === tree) {
        setState(before => ({...before, problems: [], failure: null, ...verdict}));
      }
    };
    try {
      // With the marks of what was shown, the service writes the file in its own format.
      const pending = turn.current.then(() => request({generation, source, ...tree}, tag));
      turn.current = pending.catch(() => null);
      const answer = await pending;
      show({});
      return answer;
    } catch (refusal) {
      show(refusal.status === 412 ? {conflict: refusal.message}
        : refusal.status === 409 ? {readOnly: refusal.message}
        : refusal.problems?.length > 0 ? {problems: refusal.problems}
        : {failure: refusal.message});
      return null;
    }
  }, [base, tree]);

  const preview = useCallback(() => ask(api.preview), [ask]);
  const save = useCallback(() => ask(api.replace), [ask]);

  useEffect(() => {
    if (!changed) {
      setState(before => ({...before, problems: []}));
      return undefined;
    }
    timer.current = setTimeout(preview, PAUSE);
    return () => clearTimeout(timer.current);
  }, [changed, preview]);

  useEffect(() => {
    const warn = event => event.preventDefault();
    if (changed) {
      addEventListener('beforeunload', warn);
    }
    return () => removeEventListener('beforeunload', warn);
  }, [changed]);

  return {
    ...state, changed, load, preview, save,
    edit: useCallback(next => setState(before => ({...before, tree: next})), []),
    discard: useCallback(() => setState(before => ({...before, tree: before.base.tree})), []),
  };
}

/** The tree of a text. Throws an error that says what is wrong. */
export function parse(text) {
  const tree = JSON.parse(text);
  const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);
  for (const section of Object.keys(SECTIONS)) {
    if (!isObject(tree?.[section]) || !Object.values(tree[section]).every(isObject)) {
      throw new Error(`There must be an object "${section}" with an object for each ${SECTIONS[section]}.`);
    }
  }
  return tree;
}
