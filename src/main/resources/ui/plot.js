import {html, useEffect, useRef} from './vendor/preact-htm.js';
import {count} from './format.js';

const HEIGHT = 180;

const hoursAndMinutes = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', hour12: false});
const clock = seconds => hoursAndMinutes.format(new Date(seconds * 1000));

/** A canvas does not know our colours by name, nor light from dark. */
function resolver(host) {
  const probe = host.appendChild(document.createElement('i'));
  return (name, opacity = 1) => {
    probe.style.color = `var(${name})`;
    const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g);
    return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
  };
}

function options(series, host, format) {
  const color = resolver(host);
  const axis = {
    stroke: color('--muted'),
    font: '11px system-ui, sans-serif',
    grid: {stroke: color('--line'), width: 1},
    ticks: {show: false},
  };
  return {
    width: host.clientWidth,
    height: HEIGHT,
    cursor: {y: false, points: {size: 7}},
    legend: {live: true},
    hooks: {ready: [showLatest]},
    scales: {y: {range: (_, low, high) => [0, Math.max(high * 1.1, 1)]}},
    axes: [
      {...axis, size: 34, space: 70, values: (_, ticks) => ticks.map(clock)},
      {...axis, size: 56, values: (_, ticks) => ticks.map(count)},
    ],
    series: [
      {label: 'Time', value: (_, time) => time === null ? '' : new Date(time * 1000).toLocaleTimeString(undefined, {hour12: false})},
      ...series.map(one => ({
        label: one.label,
        stroke: color(one.color),
        fill: color(one.color, 0.12),
        width: 2,
        points: {show: false},
        value: (_, value) => value === null ? '–' : format(value),
      })),
    ],
  };
}

/** The legend tells of the moment under the pointer; without one, of the last. */
function showLatest(plot) {
  if (plot.cursor.idx == null) {
    plot.setLegend({idx: plot.data[0].length - 1}, false);
  }
}

/** Lines over the last minutes; drawn anew when the colours change, else only fed. */
export function Plot({title, time, series, format}) {
  const host = useRef(null);
  const plot = useRef(null);
  const data = [time, ...series.map(one => one.values)];

  useEffect(() => {
    const draw = () => {
      plot.current?.destroy();
      host.current.replaceChildren();
      plot.current = new uPlot(options(series, host.current, format), data, host.current);
    };
    draw();
    const resize = new ResizeObserver(() => plot.current.setSize({width: host.current.clientWidth, height: HEIGHT}));
    resize.observe(host.current);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    addEventListener('themechange', draw);
    return () => {
      resize.disconnect();
      dark.removeEventListener('change', draw);
      removeEventListener('themechange', draw);
      plot.current.destroy();
      plot.current = null;
    };
  }, []);

  useEffect(() => {
    plot.current.setData(data);
    showLatest(plot.current);
  });

  const summary = series.map(one => `${one.label}: ${format(one.values.at(-1) ?? 0)}`).join(', ');
  return html`
    <section class="card plot">
      <h2>${title}</h2>
      <div ref=${host} role="img" aria-label=${`${title}. ${summary}`}></div>
    </section>`;
}
