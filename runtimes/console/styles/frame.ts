/** The frame of every page. All sizes are in rem, so that they follow the reader's font size. */
export const frameStyle: string = `
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
  font: var(--body)/1.55 var(--sans);
}
body.outside { grid-template: auto 1fr / minmax(0, 1fr); grid-template-areas: "top" "main"; }
body.outside main { max-width: 34rem; margin-inline: auto; width: 100%; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus, [data-focus]:focus, fieldset:focus { outline: none; }
.skip { position: absolute; inset-inline-start: -999rem; top: .5rem; z-index: 2; padding: .5rem 1rem; background: var(--sheet); }
.skip:focus { inset-inline-start: .5rem; }
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
.brand { font: 650 var(--large)/1.2 var(--sans); color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; color: var(--soft); }
.side { grid-area: side; padding: 1.25rem .75rem 2rem 1.5rem; }
.side p { margin: 0 0 .25rem; padding-inline: .6rem; color: var(--soft); font-size: var(--small); }
.side ul { list-style: none; margin: 0 0 1.1rem; padding: 0; }
.side a { display: block; padding: .32rem .6rem; border-radius: var(--radius); color: var(--ink); text-decoration: none; }
.side a:hover { background: var(--wash); }
.side a[aria-current] { background: var(--wash); color: var(--accent); font-weight: 600; }
main { grid-area: main; padding: 1.4rem 1.5rem 4rem; max-width: 78rem; min-width: 0; }
h1, h2 { font-weight: 650; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: var(--display); line-height: 1.2; margin: 0 0 1.1rem; }
h2 { font-size: var(--large); line-height: 1.25; margin: 2.4rem 0 .7rem; }
h3 { font-size: var(--body); margin: 1.1rem 0 .4rem; }
@media (max-width: 52rem) {
  body { grid-template: auto auto 1fr / minmax(0, 1fr); grid-template-areas: "top" "side" "main"; }
  .top { padding-inline: 1rem; }
  .side { display: flex; overflow-x: auto; padding: .4rem .5rem; border-bottom: 1px solid var(--line); }
  .side .group, .side ul { display: flex; margin: 0; }
  .side p { display: none; }
  .side a { white-space: nowrap; padding: .5rem .6rem; }
  main { padding: 1.1rem 1rem 3rem; }
  h1 { font-size: var(--title); }
}
@media print { .side, .top, .actions, form { display: none; } body { display: block; } }
`;
