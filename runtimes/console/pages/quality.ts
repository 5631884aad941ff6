import * as v from "valibot";
import { leastTraffic } from "../../../core/reporting/quality.ts";
import { actions, table } from "../components.ts";
import { type TextField, textField, timeZoneField } from "../fields.ts";
import { labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import { type Names, readNames } from "../names.ts";
import type { NumberFormats } from "../number-formats.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { instantOf } from "../times.ts";

const dayMs = 86_400_000;

const figure = v.nullable(v.number());
const figures = v.object({
  viewRate: figure,
  meanSecondsToView: figure,
  clicksPerView: figure,
  viewsPerVisitor: figure,
  viewsPerNetwork: figure,
  excludedShare: figure,
  markedShare: figure,
});
const line = v.object({
  ...figures.entries,
  platformId: v.string(),
  apiKeyId: v.string(),
  requests: v.number(),
  seen: v.number(),
  visitors: figure,
  networks: figure,
  standsOut: v.array(v.object({ sentence: v.string() })),
  spendMicros: v.optional(v.number()),
  earningsMicros: v.number(),
  adjustedMicros: v.optional(v.number()),
  adjustedEarningsMicros: v.number(),
});
const quality = v.object({
  from: v.string(),
  to: v.string(),
  timeZone: v.string(),
  lines: v.array(line),
  medians: figures,
});
type Quality = v.InferOutput<typeof quality>;
type Figures = v.InferOutput<typeof figures>;

const filters: readonly Omit<TextField, "value" | "errors">[] = [
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
  timeZoneField,
];
const labels = [
  "Requests",
  "Views",
  "View rate",
  "Seconds to view",
  "Clicks per view",
  "Excluded",
  "Marked",
  "Visitors",
  "Views per visitor",
  "Networks",
  "Views per network",
];

const amounts = [
  { name: "spendMicros", label: "Spend" },
  { name: "earningsMicros", label: "Earnings" },
  { name: "adjustedMicros", label: "Adjusted" },
  { name: "adjustedEarningsMicros", label: "Adjusted earnings" },
] as const;

export const qualityPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "quality",
    run: async (context) => {
      const read = await context.call("read-quality", quality, { query: queryOf(context) });
      const errors = labelled("problem" in read ? (read.errors ?? []) : [], filters);
      if ("problem" in read && errors.length === 0) return read;
      const value = (name: string): string => context.query.get(name) || (name === "timeZone" ? "UTC" : "");
      const form = html`<form method="get" action="${context.at("quality")}" class="filters wide">
${filters.map((field) => textField({ ...field, value: value(field.name), errors }))}
<div class="buttons"><button class="primary">Show</button></div></form>`;
      const page = { title: "Traffic quality", section: "quality" };
      if ("problem" in read) return { page: { ...page, status: 400, errors, content: form } };
      return { page: { ...page, content: html`${form}${await shown(read.json, context)}` } };
    },
  },
  {
    method: "GET",
    path: "quality.csv",
    run: async (context) => {
      const answered = await context.raw("read-quality", { query: { ...queryOf(context), format: "csv" } });
      if ("problem" in answered || "response" in answered) return answered;
      throw new Error("A table must be a complete response.");
    },
  },
];

function queryOf({ query }: PageContext): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(filters.map(({ name }) => [name, query.get(name) || undefined]));
}

async function shown(quality: Quality, context: PageContext): Promise<Html> {
  const { from, to, timeZone, lines, medians } = quality;
  const names = await readNames(
    lines.map(({ platformId }) => ["platform", platformId]),
    context,
  );
  const range = `${from} to ${to} (${timeZone})`;
  const csv = context.query.toString();
  const none = { requests: null, seen: null, visitors: null, networks: null };
  const canWriteOff = context.may("write-off");
  // An amount that is 0 on all lines, or hidden from the role, has no column.
  const money = amounts
    .filter(({ name }) => lines.some((one) => (one[name] ?? 0) !== 0))
    .map(({ name, label }) => ({
      name,
      label: `${label} (${context.money.currency})`,
      write: context.money.column(lines.map((one) => one[name] ?? 0)),
    }));
  const rows = lines.map((one) => [
    ...[names.link("platform", one.platformId), one.apiKeyId || "–", ...cells(one, context)],
    ...money.map(({ name, write }) => write(one[name] ?? 0)),
    ...(canWriteOff ? [writeOffLink(one, quality, context)] : []),
  ]);
  return html`<p class="range">${from} to ${to}, days of ${timeZone}. Web ads with a price.</p>
<h2>What stands out</h2>
${standingOut(quality, names)}
<h2>By platform and key</h2>
${table(
  `Quality, ${range}`,
  [
    "Platform",
    "Key",
    ...[...labels, ...money.map(({ label }) => label)].map((label) => ({ label, isNumber: true })),
    ...(canWriteOff ? ["Action"] : []),
  ],
  rows.length === 0
    ? []
    : [
        ...rows,
        [
          "Median",
          "",
          ...cells({ ...none, ...medians }, context),
          ...money.map(() => ""),
          ...(canWriteOff ? [""] : []),
        ],
      ],
  "No figures for these days.",
  "dense figures",
)}
<p class="hint">A median is over the platforms of this installation with at least ${context.count(leastTraffic)} events. Networks are counted anew each day (UTC).</p>
${actions(html`<a class="button" href="${context.at("quality.csv")}${csv !== "" && `?${csv}`}" download>Download CSV</a>`)}`;
}

/** Leads to the form of a write-off of these days. */
function writeOffLink(
  { platformId, apiKeyId }: Quality["lines"][number],
  { from, to, timeZone }: Quality,
  { at, clock }: PageContext,
): Html {
  const nextDay = new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10);
  const end = instantOf(`${nextDay}T00:00`, timeZone) ?? "";
  const selection = new URLSearchParams({
    platformIds: platformId,
    from: instantOf(`${from}T00:00`, timeZone) ?? "",
    ...(apiKeyId !== "" && { apiKeyIds: apiKeyId }),
    ...(Date.parse(end) <= clock() && { to: end }),
  });
  return html`<a href="${at("adjustments/new")}?${selection.toString()}">Write off…</a>`;
}

function standingOut({ lines, medians }: Quality, names: Names): Html {
  const rows = lines.flatMap(({ platformId, apiKeyId, standsOut }) =>
    standsOut.map(({ sentence }) => [names.link("platform", platformId), apiKeyId || "–", sentence]),
  );
  const hasMedian = Object.values(medians).some((median) => median !== null);
  return table(
    "What stands out",
    ["Platform", "Key", "What"],
    rows,
    hasMedian
      ? "Nothing stands out."
      : "There is no median to compare with yet: too few platforms have enough traffic.",
  );
}

type Cells = Figures & Readonly<Record<"requests" | "seen" | "visitors" | "networks", number | null>>;

function cells(of: Cells, { count, decimal, rate }: NumberFormats): readonly string[] {
  const known = (n: number | null, write: (n: number) => string): string => (n === null ? "–" : write(n));
  return [
    known(of.requests, count),
    known(of.seen, count),
    rate(of.viewRate),
    known(of.meanSecondsToView, decimal),
    rate(of.clicksPerView),
    rate(of.excludedShare),
    rate(of.markedShare),
    known(of.visitors, count),
    known(of.viewsPerVisitor, decimal),
    known(of.networks, count),
    known(of.viewsPerNetwork, decimal),
  ];
}
