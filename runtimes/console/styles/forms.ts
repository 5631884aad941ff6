/** Fields and buttons. */
export const formStyle: string = `
button, .button, input, select, textarea { font: inherit; color: inherit; }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.5rem;
  padding: .35rem 1rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--sheet);
  color: var(--ink);
  text-decoration: none;
  cursor: pointer;
}
[hidden] { display: none !important; }
button:hover, .button:hover { border-color: var(--accent); color: var(--accent); }
button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.primary:hover, .button.primary:hover { filter: brightness(1.12); color: var(--on-accent); }
button.bad, .button.bad { border-color: var(--bad); color: var(--bad); }
button.quiet { min-height: 2rem; padding: .1rem .4rem; border: 0; background: none; color: var(--accent); text-decoration: underline; text-underline-offset: .18em; }
button.small, .button.small { min-height: 2rem; padding: .1rem .65rem; font-size: .875rem; }
button[aria-pressed=true], .button[aria-current] { background: var(--wash); border-color: var(--accent); }
.buttons { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: .4rem; }
.buttons.end { grid-column: -2 / -1; align-self: end; justify-content: end; margin-bottom: .2rem; }
.card { max-width: 54rem; padding: 1.2rem 1.3rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); }
.card.narrow { max-width: none; }
.editor .card { max-width: none; }
.card.inline, .filters { display: flex; flex-wrap: wrap; align-items: end; gap: .8rem 1rem; }
.card.inline { margin-top: .9rem; }
.card.inline .field { flex: 1 1 14rem; margin: 0; }
form > h2, section.card > h2 { margin: 0 0 .7rem; }
.card.inline > h2 { flex: 1 1 100%; margin: 0; }
.card + .card { margin-top: 1.4rem; }
.card.inline .buttons, .filters .buttons { margin: 0; }
.filters .optional { display: none; }
.filters { margin: 0 0 1.2rem; }
.filters .field { margin: 0; min-width: 9rem; }
.filters div.field { max-width: 20rem; }
.filters.wide { padding: 1.1rem 1.2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); }
.filters.wide fieldset { flex: 1 1 100%; }
.field { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
.field > label, .field > legend, fieldset > legend { font-weight: 550; padding: 0; }
.optional { color: var(--soft); font-weight: 400; font-size: var(--small); }
.field .hint { margin: 0 0 .2rem; font-size: var(--small); }
.error { margin: 0 0 .2rem; color: var(--bad); font-weight: 550; }
input:not([type=checkbox]), select, textarea {
  display: block;
  width: 100%;
  min-height: 2.5rem;
  margin-top: .2rem;
  padding: .4rem .65rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--sheet);
}
textarea { resize: vertical; font-family: var(--mono); font-size: .875rem; }
input::placeholder { color: var(--soft); opacity: 1; }
[aria-invalid=true], [aria-invalid=true]:hover { border-color: var(--bad) !important; border-width: 2px !important; }
input[type=checkbox] { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); vertical-align: -.15rem; }
.checks { display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; }
.check { padding: .25rem 0; min-width: 0; overflow-wrap: anywhere; }
fieldset:not(.field) { margin: 0 0 1.3rem; padding: .9rem 1.1rem .3rem; border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; }
fieldset:not(.field) > legend { padding: 0 .4rem; margin-inline-start: -.4rem; font-size: var(--large); font-weight: 650; }
fieldset.block > legend, fieldset.item > legend { font-size: var(--body); }
fieldset.block { background: var(--paper); }
fieldset > .hint { margin-top: 0; }
.pair > fieldset, .pair > .long { grid-column: 1 / -1; }
fieldset .buttons, .long > .buttons { margin-bottom: .8rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 0 1.1rem; align-items: end; }
fieldset.language { padding: 0; border: 0; }
.language > .pair { grid-template-columns: 7rem minmax(0, 1fr) auto; align-items: start; }
.language .long { grid-column: auto; }
.more { margin: 0 0 1.2rem; grid-column: 1 / -1; }
.more > summary { width: fit-content; padding: .3rem .2rem; color: var(--accent); cursor: pointer; }
.more > .pair { margin-top: .5rem; }
.picker { grid-column: 1 / -1; }
.picker > .field { margin-bottom: .3rem; }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem; margin-bottom: 1rem; }
.search > .field { flex: 0 1 18rem; margin: 0; }
.search > button { min-height: 2.5rem; }
select + button { margin-top: .4rem; }
.conflict { margin: 0 0 1.2rem; }
.conflict p { margin: 0 0 .5rem; }
.copy { margin-inline-start: .5rem; }
@media (max-width: 30rem) { .language > .pair { grid-template-columns: minmax(0, 1fr); } .card, fieldset:not(.field) { padding-inline: .8rem; } .filters div.field { flex: 1 1 100%; max-width: none; } }
@media (forced-colors: active) { .badge, .notice { border: 1px solid; } }
`;
