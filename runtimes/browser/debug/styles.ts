/** The styles of the overlay. Nothing of it takes part in hit tests, see `pointer.ts`. */
export const overlayStyles = `
:host {
  all: initial !important;
  position: fixed !important;
  inset: 0 !important;
  z-index: 2147483647 !important;
  pointer-events: none !important;
  color-scheme: light dark !important;
  font: 14px/1.45 system-ui, sans-serif !important;
}
* { box-sizing: border-box; margin: 0; pointer-events: none; }
.outline {
  --tone: light-dark(#8a5300, #f0c078);
  position: fixed;
  border: 2px dashed var(--tone);
}
.outline.seen { --tone: light-dark(#1d4ed8, #9db7ff); border-style: solid; }
.outline span {
  position: absolute;
  inset-block-end: 100%;
  inset-inline-start: -2px;
  padding: 1px 6px;
  background: var(--tone);
  color: light-dark(#fff, #1c1d21);
  font-size: 12px;
  white-space: nowrap;
}
section {
  position: fixed;
  inset-block-end: 12px;
  inset-inline-end: 12px;
  display: flex;
  flex-direction: column;
  inline-size: min(440px, calc(100vw - 24px));
  max-block-size: min(60vh, 560px);
  border: 1px solid light-dark(#80848d, #7d828c);
  border-radius: 10px;
  background: light-dark(#fff, #1c1d21);
  color: light-dark(#1c1d21, #f0f0f2);
  box-shadow: 0 6px 28px rgb(0 0 0 / 30%);
  overflow-wrap: anywhere;
}
header { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; padding: 8px 12px; }
/* Its sentences are English on a page of any direction. */
span, summary, p, li, h2, h3 { unicode-bidi: plaintext; }
h2 { flex: 1; font-size: 14px; }
.body { overflow: auto; padding: 0 12px 10px; }
.body:empty { display: none; }
details { border-block-start: 1px solid light-dark(#dcdee3, #3a3d44); padding-block: 6px; }
summary { min-block-size: 24px; font-weight: 600; }
h3 { margin-block: 8px 2px; font-size: 13px; }
ul { padding-inline-start: 18px; }
pre {
  max-block-size: 180px;
  overflow: auto;
  padding: 8px;
  background: light-dark(#f6f7f9, #131417);
  font: 12px/1.4 ui-monospace, monospace;
  white-space: pre-wrap;
  direction: ltr;
  text-align: start;
}
button {
  min-block-size: 28px;
  padding: 2px 10px;
  border: 1px solid light-dark(#80848d, #7d828c);
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
}
.error { color: light-dark(#a3271d, #ffa599); }
:focus-visible { outline: 3px solid light-dark(#1d4ed8, #9db7ff); outline-offset: 1px; }
`;
