/** Server-rendered charts. Their text has a fixed size, because only the bars follow the width. */
export const chartStyle: string = `
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
.chart { margin: 0; padding: .9rem 1rem .7rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; }
.chart figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; }
.chart figcaption span, .chart .before { color: var(--soft); }
.chart figcaption strong { font-size: var(--title); font-weight: 650; font-variant-numeric: tabular-nums; }
.chart .before { margin: 0; font-size: var(--small); min-height: 1.55em; }
.plot { display: flex; gap: .5rem; direction: ltr; }
.plot svg { display: block; flex: 1; min-width: 0; height: 172px; border-radius: 2px; }
.plot .axis { flex: 0 0 3.25rem; overflow: visible; }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart text { font-size: .8125rem; fill: var(--soft); }
.chart .end { text-anchor: end; }
.chart .middle { text-anchor: middle; }
.chart .slot { fill: transparent; }
.chart .now { fill: var(--accent); }
.chart .then { fill: var(--accent); opacity: .22; }
.chart .value { fill: var(--ink); font-weight: 600; visibility: hidden; }
.chart .day:hover .slot, .chart .day.current .slot { fill: var(--wash); }
.chart .day:hover .value, .plot svg:not(:hover) .day.current .value, .chart svg:focus-visible:not(:hover, :has(.current)) .day:last-of-type .value { visibility: visible; }
.chart summary { color: var(--soft); font-size: var(--small); cursor: pointer; padding: .2rem 0; }
.chart details .scroll { max-height: 16rem; overflow-y: auto; margin-top: .3rem; }
@media (forced-colors: active) { .chart .now { fill: CanvasText; } .chart .then { fill: GrayText; opacity: 1; } .chart text { fill: CanvasText; } }
`;
