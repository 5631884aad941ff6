/** Server-rendered charts. */
export const chartStyle: string = `
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
.chart { margin: 0; padding: .9rem 1rem .7rem; background: var(--sheet); border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; }
.chart figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; }
.chart figcaption span { color: var(--soft); }
.chart figcaption strong { font: 600 1.35rem/1.3 var(--serif); font-variant-numeric: tabular-nums; }
.chart svg { display: block; width: 100%; height: auto; overflow: visible; }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .tick { fill: var(--soft); font-size: 10px; }
.chart .tick.end { text-anchor: end; }
.chart .area { fill: var(--accent); opacity: .13; }
.chart .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.chart .day rect { fill: transparent; }
.chart .day circle { fill: var(--accent); opacity: 0; }
.chart .day:hover circle { opacity: 1; }
.chart summary { color: var(--soft); font-size: .8125rem; cursor: pointer; padding: .2rem 0; }
.chart details .scroll { max-height: 16rem; overflow-y: auto; margin-top: .3rem; }
`;
