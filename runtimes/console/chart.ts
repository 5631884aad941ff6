import { scaleLinear } from "d3-scale";
import { table } from "./components.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

export interface ChartPoint {
  /** A day, `YYYY-MM-DD`. */
  readonly label: string;
  /** `undefined`: there are no data for the day, so that it has no bar. */
  readonly value: number | undefined;
  /** The figure of the same day of the previous period. `undefined`: there are no data for that day. */
  readonly before: number | undefined;
}

export interface Chart {
  readonly title: string;
  /** The figure of the whole range, formatted. */
  readonly total: string;
  /** The figure of the period before, formatted. */
  readonly totalBefore: string;
  readonly points: readonly ChartPoint[];
  /** Returns the format of figures that stand beside each other. */
  readonly format: (values: readonly number[]) => (value: number) => string;
  /** The minimum upper end of the scale. */
  readonly atLeast?: number;
}

const height = 172;
const edge = { top: 36, bottom: 22 };
const floor = height - edge.bottom;
const ticks = 3;
/** A bar of a small figure stays visible. */
const leastBar = 1.5;
const none = "–";

/**
 * A bar chart over days as server-rendered SVG, with the same figures in a table: readable without script and colours.
 * Faint bars behind show the period before. Lengths across are percentages, so that the text keeps its size.
 */
export function chart({ title, total, totalBefore, points, format, atLeast = 1 }: Chart): Html {
  const values = points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const y = scaleLinear()
    .domain([0, Math.max(atLeast, ...values)])
    .nice(ticks)
    .range([floor, edge.top]);
  const steps = y.ticks(ticks);
  const writeTick = format(steps);
  const writeFigure = format(values);
  const write = (value: number | undefined): string => (value === undefined ? none : writeFigure(value));
  const slot = 100 / points.length;
  const bar = (name: string, value: number | undefined, at: number, share: number): HtmlValue => {
    if (value === undefined) return undefined;
    const tall = Math.max(floor - y(value), leastBar);
    return html`<rect class="${name}" x="${percent(at + (slot * (1 - share)) / 2)}" width="${percent(slot * share)}" y="${(floor - tall).toFixed(1)}" height="${tall.toFixed(1)}"/>`;
  };
  const day = ({ label, value, before }: ChartPoint, index: number): Html => {
    const at = slot * index;
    return html`<g class="day"><rect class="slot" x="${percent(at)}" width="${percent(slot)}" y="${edge.top}" height="${floor - edge.top}"/>${bar("then", before, at, 0.9)}${bar("now", value, at, 0.56)}${valueText(at + slot / 2, `${label}: ${write(value)} (before: ${write(before)})`)}</g>`;
  };
  const first = points[0]?.label;
  const last = points.at(-1)?.label;
  return html`<figure class="chart" data-chart>
<figcaption><span>${title}</span> <strong>${total}</strong></figcaption>
<p class="before">Period before: ${totalBefore}</p>
<div class="plot"><svg class="axis" aria-hidden="true">${steps.map((tick) => html`<text class="end" x="100%" y="${y(tick) + 4}">${writeTick(tick)}</text>`)}</svg>
<svg tabindex="0" role="img" aria-label="${title}, per day from ${first} to ${last}. The table has the figures.">
${steps.map((tick) => html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/>`)}
<text x="0" y="${height - 5}">${first}</text><text class="end" x="100%" y="${height - 5}">${last}</text>
${points.map(day)}
</svg></div>
<p class="hidden" role="status"></p>
<details><summary>Table<span class="hidden"> of ${title}</span></summary>${table(
    `${title} per day`,
    ["Day", { label: title, isNumber: true }, { label: "Period before", isNumber: true }],
    points.map(({ label, value, before }) => [label, write(value), write(before)]),
  )}</details>
</figure>`;
}

/** The figure of a day above the bars, inside the chart. */
function valueText(at: number, text: string): Html {
  const [place, x] = at < 100 / 3 ? ["", 0] : at > 200 / 3 ? ["end", 100] : ["middle", 50];
  return html`<text class="value ${place}" x="${percent(x)}" y="14">${text}</text>`;
}

function percent(share: number): string {
  return `${Number(share.toFixed(3))}%`;
}
