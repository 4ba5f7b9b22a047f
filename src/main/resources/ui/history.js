// What the page has seen of each bridge or queue since it was opened: the service keeps counters, the page makes rates.

/** Ten minutes at one sample in two seconds. */
const LENGTH = 300;

/** An average over the last samples is steadier than the last difference alone. */
const RATE_SAMPLES = 4;

class Track {
  time = [];
  in = [];
  out = [];
  queued = [];
  counters = [];

  add(time, {taken, given, queued}) {
    this.counters.push({time, taken, given});
    const before = this.counters[Math.max(0, this.counters.length - 1 - RATE_SAMPLES)];
    const seconds = time - before.time;
    this.time.push(time);
    this.in.push(perSecond(taken - before.taken, seconds));
    this.out.push(perSecond(given - before.given, seconds));
    this.queued.push(queued);
    for (const series of [this.time, this.in, this.out, this.queued, this.counters]) {
      if (series.length > LENGTH) {
        series.shift();
      }
    }
  }

  last(series) {
    return this[series].at(-1) ?? null;
  }
}

/** Null before the second sample; never negative: a restarted service counts from its queue anew. */
function perSecond(difference, seconds) {
  return seconds > 0 ? Math.max(0, difference) / seconds : null;
}

export class History {
  #tracks = new Map();
  #counters;
  total = new Track();

  /** @param counters what was taken and given since the start of the service, and is queued now, of a bridge or queue */
  constructor(counters) {
    this.#counters = counters;
  }

  /** Takes one answer of the service; what is gone is forgotten. */
  add(time, items) {
    const names = new Set(items.map(item => item.name));
    for (const name of this.#tracks.keys()) {
      if (!names.has(name)) {
        this.#tracks.delete(name);
      }
    }
    const total = {taken: 0, given: 0, queued: 0};
    for (const item of items) {
      const counters = this.#counters(item);
      this.of(item.name).add(time, counters);
      for (const key of Object.keys(total)) {
        total[key] += counters[key];
      }
    }
    this.total.add(time, total);
  }

  of(name) {
    if (!this.#tracks.has(name)) {
      this.#tracks.set(name, new Track());
    }
    return this.#tracks.get(name);
  }
}

export const ofBridge = bridge => ({taken: bridge.enqueue, given: bridge.publish, queued: waiting(bridge)});
export const ofQueue = ({stats}) => ({taken: stats.enqueued, given: stats.acked, queued: stats.messages});

/** Everything accepted that has no end yet, wherever it is. */
export function waiting(bridge) {
  return bridge.enqueue - bridge.dequeue;
}
