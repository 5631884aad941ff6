import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import { table } from "./components.ts";
import { type Html, html } from "./html.ts";

export interface ChartPoint {
  /** A day, `YYYY-MM-DD`. */
  readonly label: string;
  readonly value: number;
}

export interface Chart {
  readonly title: string;
  /** The figure of the whole range, formatted. */
  readonly total: string;
  readonly points: readonly ChartPoint[];
  /** Returns the format of figures that stand beside each other. */
  readonly format: (values: readonly number[]) => (value: number) => string;
  /** The minimum upper end of the scale. */
  readonly atLeast?: number;
}

const width = 360;
const height = 150;
const edge = { left: 8, right: 8, top: 14, bottom: 22 };
const ticks = 3;

/**
 * A line chart over days as server-rendered SVG, with the same figures in a table: readable without script and colours.
 */
export function chart({ title, total, points, format, atLeast = 1 }: Chart): Html {
  const highest = Math.max(atLeast, ...points.map(({ value }) => value));
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([edge.left, width - edge.right]);
  const y = scaleLinear()
    .domain([0, highest])
    .nice(ticks)
    .range([height - edge.bottom, edge.top]);
  const middle = (index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
  const place = (_: ChartPoint, index: number): number => middle(index);
  const level = ({ value }: ChartPoint): number => y(value);
  const shape = area<ChartPoint>(place, y(0), level).curve(curveMonotoneX)([...points]);
  const edgeLine = line<ChartPoint>(place, level).curve(curveMonotoneX)([...points]);
  const steps = y.ticks(ticks);
  const writeTick = format(steps);
  const write = format(points.map(({ value }) => value));
  const first = points[0];
  const last = points.at(-1);
  return html`<figure class="chart">
<figcaption><span>${title}</span> <strong>${total}</strong></figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}, per day from ${first?.label ?? ""} to ${last?.label ?? ""}. The table has the figures.">
${steps.map(
  (tick) =>
    html`<line class="grid" x1="${edge.left}" x2="${width - edge.right}" y1="${y(tick)}" y2="${y(tick)}"/>${tick > 0 && html`<text class="tick" x="${edge.left}" y="${y(tick) - 3}">${writeTick(tick)}</text>`}`,
)}
<path class="area" d="${shape}"/><path class="line" d="${edgeLine}"/>
${points.map(
  ({ label, value }, index) =>
    html`<g class="day"><rect x="${x(index) ?? 0}" y="${edge.top}" width="${x.bandwidth()}" height="${height - edge.top - edge.bottom}"/><circle cx="${middle(index)}" cy="${y(value)}" r="2.5"/><title>${label}: ${write(value)}</title></g>`,
)}
<text class="tick" x="${edge.left}" y="${height - 6}">${first?.label}</text><text class="tick end" x="${width - edge.right}" y="${height - 6}">${last?.label}</text>
</svg>
<details><summary>Table<span class="hidden"> of ${title}</span></summary>${table(
    `${title} per day`,
    ["Day", { label: title, isNumber: true }],
    points.map(({ label, value }) => [label, write(value)]),
  )}</details>
</figure>`;
}
