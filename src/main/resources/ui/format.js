// Numbers for people. Everything here is pure.

const whole = new Intl.NumberFormat('en');

/** 12 → "12", 12345 → "12,345", 1234567 → "1.23 M". */
export function count(value) {
  if (value < 100_000) {
    return whole.format(Math.round(value));
  }
  const [divisor, suffix] = value < 1e6 ? [1e3, 'k'] : value < 1e9 ? [1e6, 'M'] : [1e9, 'G'];
  return `${(value / divisor).toPrecision(3)} ${suffix}`;
}

/** Messages per second; null: not known yet. */
export function rate(value) {
  if (value === null) {
    return '–';
  }
  return value > 0 && value < 10 ? value.toFixed(1) : count(value);
}

/** 1024-based, as the configuration counts. */
export function bytes(value) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toPrecision(3)} ${units[unit]}`;
}

/** The two largest units: "3 d 4 h", "2 m 5 s", "0.4 s". */
export function duration(millis) {
  const seconds = millis / 1000;
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  const parts = [['d', 86_400], ['h', 3_600], ['m', 60], ['s', 1]];
  const first = parts.findIndex(([, size]) => seconds >= size);
  let rest = Math.round(seconds);
  return parts.slice(first, first + 2)
    .map(([unit, size]) => {
      const amount = Math.floor(rest / size);
      rest -= amount * size;
      return amount > 0 ? `${amount} ${unit}` : '';
    })
    .filter(part => part)
    .join(' ');
}

export function percent(part, all) {
  return all === 0 ? 0 : Math.min(100, part * 100 / all);
}

/** "retries_exhausted" → "retries exhausted". */
export function words(label) {
  return label.replaceAll('_', ' ');
}
