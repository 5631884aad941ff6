/** The content of pages: tables, facts, notices. */
export const contentStyle: string = `
.lead { max-width: 44rem; }
.hint, .range { color: var(--soft); }
.range { margin: .2rem 0 1rem; }
.empty { margin: .5rem 0; padding: 1.4rem; border: 1px dashed var(--edge); border-radius: var(--radius); color: var(--soft); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sheet); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .75rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 500; font-size: var(--small); white-space: nowrap; }
tbody th { font-weight: 500; min-width: 7rem; }
.dense td, .dense th, .live tbody th, tbody th time { white-space: nowrap; }
.dense th { min-width: 0; }
.figures th, .figures td { padding-inline: .3rem; font-size: var(--small); }
.figures thead th, thead .number { white-space: normal; vertical-align: bottom; }
.figures :is(td, tbody th):not(.number) { white-space: normal; }
table:not(.figures) td:last-child:not(.number, :has(form)) { min-width: 10rem; }
.sentence { display: inline-block; min-width: 14rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
code, .code { font-family: var(--mono); font-size: .875em; overflow-wrap: anywhere; }
table code { overflow-wrap: normal; }
.code { margin: .4rem 0 .8rem; padding: .8rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); overflow-x: auto; white-space: pre-wrap; max-width: 56rem; }
.secret { font-size: 1rem; border-color: var(--accent); background: var(--wash); }
.badge { display: inline-block; padding: .05rem .55rem; border-radius: 1rem; font-size: var(--small); background: var(--line); color: var(--ink); white-space: nowrap; }
.badge.good { background: var(--good-wash); color: var(--good); }
.badge.bad { background: var(--bad-wash); color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .8rem 1.5rem; margin: 0 0 1.4rem; padding: .9rem 1.1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); }
.facts div { min-width: 0; }
dt { color: var(--soft); font-size: var(--small); }
dd { margin: .1rem 0 0; overflow-wrap: anywhere; }
.notice { margin: 0 0 1.1rem; padding: .6rem 1rem; border-radius: var(--radius); background: var(--good-wash); color: var(--good); }
.summary { margin: 0 0 1.2rem; padding: .9rem 1.1rem; border: 1px solid var(--bad); border-inline-start-width: 5px; border-radius: var(--radius); background: var(--bad-wash); }
.summary h2 { margin: 0 0 .3rem; }
.summary ul { margin: 0; padding-inline-start: 1.2rem; }
.summary a { color: var(--bad); font-weight: 600; }
.steps { margin: 0; padding-inline-start: 1.4rem; }
.steps li { padding: .2rem 0; }
.verdict { min-height: 1.5em; margin: .6rem 0; }
.changes { margin: 0; padding: 0; list-style: none; min-width: 14rem; max-width: 34rem; overflow-wrap: anywhere; }
.changes del { color: var(--soft); }
.changes ins { text-decoration: none; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1rem; }
.actions:last-child { margin-top: 1rem; }
.row { display: flex; gap: .4rem; }
.row form, .who form, .actions form { margin: 0; }
.pager { margin-top: .9rem; display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; }
.pick { display: flex; gap: .35rem; align-items: start; }
.pick label { flex: none; display: grid; place-items: center; width: 1.55em; height: 1.55em; min-width: 24px; min-height: 24px; }
.pick input { margin: 0; }
.bulk { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin-top: .9rem; }
.spends { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .4rem 2rem; }
.spend p { margin: 0 0 .2rem; }
.bar { display: block; width: 100%; height: .7rem; border-radius: .35rem; background: var(--line); }
.bar .spent { fill: var(--accent); }
.bar .held { fill: var(--accent); opacity: .45; }
.frames { display: grid; gap: 1.2rem; }
.frames h3 { color: var(--soft); font-weight: 500; margin: 0 0 .3rem; }
.frame { color-scheme: light; padding: .8rem; border-radius: var(--radius); background: #eef0f3; min-height: 4rem; }
.frame.dark { color-scheme: dark; background: #0f1113; }
.frame.narrow { max-width: 20rem; }
.compared { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.8rem; align-items: start; }
.tester { max-width: 46rem; }
.tester .frame { margin-top: .8rem; }
.editor { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.8rem; align-items: start; }
.previews { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
.previews h2 { margin-top: 0; }
html:not(.script) .scripted { display: none; }
@media (max-width: 68rem) { .editor { grid-template-columns: minmax(0, 1fr); } .previews { position: static; max-height: none; } }
`;
