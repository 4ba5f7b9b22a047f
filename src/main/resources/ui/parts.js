import {html, useEffect, useRef, useState} from './vendor/preact-htm.js';
import {percent} from './format.js';

export function Logo() {
  return html`<img src="icon.svg" alt="" width="26" height="26" />`;
}

const GLYPHS = {
  ok: 'M3.5 8.5l3 3 6-7',
  partial: 'M8 3v6M8 12.4v.1',
  disconnected: 'M4 8h8',
  error: 'M4 4l8 8M12 4l-8 8',
  disabled: 'M5.5 4v8M10.5 4v8',
};

/** A shape as well as a colour, for those who cannot tell the colours apart. */
export function StatusGlyph({status}) {
  return html`
    <svg class=${`glyph ${status}`} viewBox="0 0 16 16" width="20" height="20" role="img" aria-label=${status}>
      <title>${status}</title>
      <circle cx="8" cy="8" r="8" />
      <path d=${GLYPHS[status]} />
    </svg>`;
}

export function StatusPill({status, paused}) {
  return html`
    <span class=${`pill ${status}`}>${status}</span>
    ${paused && html`<span class="pill paused">paused</span>`}`;
}

/** A small filled line without axes; nothing while there is less than two values. */
export function Sparkline({values, width = 120, height = 28, tone = 'accent'}) {
  const known = values.map(value => value ?? 0);
  if (known.length < 2) {
    return html`<svg class="spark" width=${width} height=${height} aria-hidden="true"></svg>`;
  }
  const top = Math.max(...known, 1e-9);
  const x = index => (index * width / (known.length - 1)).toFixed(1);
  const y = value => (height - 2 - value * (height - 5) / top).toFixed(1);
  const line = known.map((value, index) => `${index ? 'L' : 'M'}${x(index)} ${y(value)}`).join('');
  return html`
    <svg class=${`spark ${tone}`} viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
         preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d=${`${line}L${width} ${height}L0 ${height}Z`} />
      <path class="line" d=${line} />
    </svg>`;
}

/** How full something is; amber from half on, red from nine tenths on. */
export function Fill({part, all, label}) {
  const value = percent(part, all);
  const tone = value >= 90 ? 'bad' : value >= 50 ? 'warn' : '';
  return html`
    <span class=${`fill ${tone}`} role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax="100"
          aria-valuenow=${Math.round(value)}>
      <span style=${{width: `${value > 0 ? Math.max(value, 1.5) : 0}%`}}></span>
    </span>`;
}

/** Asks before it acts. Enter and Escape do what one expects. */
export function Confirm({open, title, children, action, danger, onConfirm, onClose}) {
  const dialog = useRef(null);
  useEffect(() => {
    if (open && !dialog.current.open) {
      dialog.current.showModal();
    } else if (!open && dialog.current.open) {
      dialog.current.close();
    }
  }, [open]);
  return html`
    <dialog ref=${dialog} onClose=${onClose} aria-label=${title}>
      <form method="dialog" onSubmit=${onConfirm}>
        <h2>${title}</h2>
        <div class="prose">${children}</div>
        <div class="actions">
          <button type="button" class="plain" onClick=${onClose}>Cancel</button>
          <button class=${danger ? 'danger' : 'primary'}>${action}</button>
        </div>
      </form>
    </dialog>`;
}

const THEMES = ['auto', 'light', 'dark'];

/** Auto follows the system; a choice is kept in this browser. */
export function ThemeButton() {
  const [theme, setTheme] = useState(localStorage.getItem('theme') ?? 'auto');
  useEffect(() => {
    localStorage.setItem('theme', theme);
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new Event('themechange'));
  }, [theme]);
  return html`
    <button class="plain theme" title="Colours: auto, light or dark" aria-label=${`Colours: ${theme}`}
            onClick=${() => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length])}>
      <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
      </svg>
      <span>${theme}</span>
    </button>`;
}
