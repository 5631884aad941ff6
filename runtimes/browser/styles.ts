/**
 * The styles of the card, inside its shadow root. The page themes it with `--handbill-…` properties and `::part()`.
 * Rules that must hold against the page's styles (the card and its disclosure are visible) are `!important`, which wins
 * from inside a shadow. Colours follow the page's `color-scheme`. In a container that shrinks to its content (a flex
 * item, a float) the card is 320px wide, or less if there is less space.
 */
export const cardStyles = `
:host {
  all: initial !important;
  color-scheme: var(--handbill-color-scheme, inherit) !important;
  visibility: inherit !important;
  display: grid !important;
  grid-template-columns: minmax(0, 320px) minmax(0, 1fr) !important;
  max-inline-size: var(--handbill-max-width, 720px) !important;
  min-block-size: var(--handbill-min-height, 0) !important;
}
* { box-sizing: border-box; margin: 0; text-indent: 0 !important; content-visibility: visible !important; }
section::before, section::after { content: none !important; }
section {
  --muted: var(--handbill-muted, light-dark(#5c6068, #a6abb5));
  --line: var(--handbill-line, light-dark(#dcdee3, #3a3d44));
  --accent: var(--handbill-accent, light-dark(#1d4ed8, #9db7ff));
  --radius: var(--handbill-radius, 12px);
  grid-column: 1 / -1;
  container-type: inline-size;
  font: var(--handbill-font, 15px/1.5 system-ui, sans-serif);
  overflow-wrap: anywhere;
}
section, [part~=panel] {
  padding: var(--handbill-padding, clamp(12px, 4%, 20px));
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--handbill-background, light-dark(#fff, #1c1d21));
  color: var(--handbill-text, light-dark(#1c1d21, #f0f0f2));
}
[part~=disclosure], [part~=content] {
  display: block !important;
  visibility: inherit !important;
  opacity: 1 !important;
  filter: none !important;
}
[part~=disclosure] {
  font-size: max(.8em, 11px) !important;
  color: var(--muted);
}
[part~=about] { all: unset; margin-inline: 1em; text-decoration: underline; cursor: pointer; }
[part~=panel] { margin: auto; max-inline-size: 26em; }
[part~=panel] > * { margin: .6em .6em 0 0; }
[part~=content] > * { margin-block-start: .6em; grid-column: 2; }
[part~=content]:focus { outline: none; }
[part~=text] { white-space: pre-line; max-inline-size: 65ch; }
[part~=title] { font-size: 1.15em; font-weight: 650; line-height: 1.3; text-wrap: balance; }
[part~=sponsor] { font-weight: 600; }
[part~=note], [part~=caption], [part~=status] { font-size: .85em; color: var(--muted); }
[part~=media] {
  display: block;
  inline-size: 100%;
  block-size: auto;
  max-block-size: 60vh;
  object-fit: contain;
  border-radius: calc(var(--radius) * .65);
  background: var(--line);
}
[part~=gallery] { display: grid; gap: .6em; grid-template-columns: repeat(auto-fit, minmax(min(100px, 44%), 1fr)); }
[part~=buttons] { display: flex; flex-wrap: wrap; gap: .5em .7em; padding-block-start: .3em; }
[part~=button] {
  padding: .55em 1.1em;
  min-block-size: 44px;
  display: inline-grid;
  place-content: center;
  text-align: center;
  border: 1px solid var(--accent);
  border-radius: calc(var(--radius) * .65);
  background: var(--accent);
  color: var(--handbill-on-accent, light-dark(#fff, #1c1d21));
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
[part~=button]:hover { filter: brightness(1.1); }
[part~=secondary] { background: none; color: var(--accent); }
[part~=link] { background: none; color: var(--accent); border-color: transparent; padding-inline: 0; text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[aria-busy=true] [part~=button] { opacity: .55; cursor: progress; }
[part~=caption] { margin-block-start: .3em; line-height: 1.35; }
[part~=status]:not(:empty) { margin-block-start: .6em; }
@container (max-width: 260px) {
  [part~=button] { flex: auto; }
}
@container (min-width: 520px) {
  [part~=content]:has(> [part~=media]:first-child ~ *) {
    display: grid !important;
    grid-template-columns: 2fr 3fr;
    column-gap: 1.2em;
    align-items: start;
  }
  [part~=content] > :first-child { grid-area: 1 / 1 / span 99; }
}
@media (prefers-reduced-motion: no-preference) {
  [part~=content] > * { animation: appear .25s; }
  @keyframes appear { from { opacity: .2; } }
}
`;
