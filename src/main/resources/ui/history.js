// What the page has seen of each bridge since it was opened: the service keeps counters, the page makes rates of them.

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

  add(time, enqueue, publish, queued) {
    this.counters.push({time, enqueue, publish});
    const before = this.counters[Math.max(0, this.counters.length - 1 - RATE_SAMPLES)];
    const seconds = time - before.time;
    this.time.push(time);
    this.in.push(perSecond(enqueue - before.enqueue, seconds));
    this.out.push(perSecond(publish - before.publish, seconds));
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
  #bridges = new Map();
  total = new Track();

  /** Takes one answer of the service; bridges that are gone are forgotten. */
  add(time, bridges) {
    const names = new Set(bridges.map(bridge => bridge.name));
    for (const name of this.#bridges.keys()) {
      if (!names.has(name)) {
        this.#bridges.delete(name);
      }
    }
    for (const bridge of bridges) {
      this.of(bridge.name).add(time, bridge.enqueue, bridge.publish, waiting(bridge));
    }
    const sum = field => bridges.reduce((all, bridge) => all + field(bridge), 0);
    this.total.add(time, sum(b => b.enqueue), sum(b => b.publish), sum(waiting));
  }

  of(name) {
    if (!this.#bridges.has(name)) {
      this.#bridges.set(name, new Track());
    }
    return this.#bridges.get(name);
  }
}

/** Everything accepted that has no end yet, wherever it is. */
export function waiting(bridge) {
  return bridge.enqueue - bridge.dequeue;
}
