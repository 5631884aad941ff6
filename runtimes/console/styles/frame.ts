/** Colours, fonts and the frame of every page. All sizes are in rem, so that they follow the reader's font size. */
export const frameStyle: string = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f6f2, #17181a);
  --sheet: light-dark(#ffffff, #1f2124);
  --ink: light-dark(#1c1d1f, #ececea);
  --soft: light-dark(#5a5c60, #a9acb2);
  --line: light-dark(#dedcd5, #36393e);
  --edge: light-dark(#85837c, #7b7f87);
  --accent: light-dark(#1d4f7c, #8fbce6);
  --on-accent: light-dark(#ffffff, #10202f);
  --wash: light-dark(#e8eff5, #22303d);
  --good: light-dark(#1e6b3a, #86d3a1);
  --good-wash: light-dark(#e4f2e8, #1c3325);
  --bad: light-dark(#a3271d, #ffa599);
  --bad-wash: light-dark(#fbe9e6, #42211e);
  --radius: .5rem;
  --serif: ui-serif, "Iowan Old Style", Charter, Georgia, serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  grid-template: auto 1fr / 13.5rem minmax(0, 1fr);
  grid-template-areas: "top top" "side main";
  background: var(--paper);
  color: var(--ink);
  font: 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
}
body.outside { grid-template: auto 1fr / minmax(0, 1fr); grid-template-areas: "top" "main"; }
body.outside main { max-width: 34rem; margin-inline: auto; width: 100%; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus, [data-focus]:focus, fieldset:focus { outline: none; }
.skip { position: absolute; left: -999rem; top: .5rem; z-index: 2; padding: .5rem 1rem; background: var(--sheet); }
.skip:focus { left: .5rem; }
.hidden, .language > legend { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top {
  grid-area: top;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: .5rem 1.5rem;
  padding: .7rem 1.5rem;
  border-bottom: 1px solid var(--line);
}
.brand { font: 600 1.3rem/1 var(--serif); color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; color: var(--soft); }
.side { grid-area: side; padding: 1.25rem .75rem 2rem 1.5rem; }
.side p { margin: 0 0 .25rem; padding-inline: .6rem; color: var(--soft); font-size: .8125rem; }
.side ul { list-style: none; margin: 0 0 1.1rem; padding: 0; }
.side a { display: block; padding: .32rem .6rem; border-radius: var(--radius); color: var(--ink); text-decoration: none; }
.side a:hover { background: var(--wash); }
.side a[aria-current] { background: var(--wash); color: var(--accent); font-weight: 600; }
main { grid-area: main; padding: 1.4rem 1.5rem 4rem; max-width: 78rem; min-width: 0; }
h1, h2 { font-family: var(--serif); font-weight: 600; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: 0 0 1.1rem; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.4rem 0 .7rem; }
h3 { font-size: .9375rem; margin: 1.1rem 0 .4rem; }
@media (max-width: 52rem) {
  body { grid-template: auto auto 1fr / minmax(0, 1fr); grid-template-areas: "top" "side" "main"; }
  .top { padding-inline: 1rem; }
  .side { display: flex; overflow-x: auto; padding: .4rem .5rem; border-bottom: 1px solid var(--line); }
  .side .group, .side ul { display: flex; margin: 0; }
  .side p { display: none; }
  .side a { white-space: nowrap; padding: .5rem .6rem; }
  main { padding: 1.1rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
}
@media print { .side, .top, .actions, form { display: none; } body { display: block; } }
`;
