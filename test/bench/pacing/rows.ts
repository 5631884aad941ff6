import type { Group, Measured } from "./measure.ts";

type Row = readonly string[];

/** The figures that must be exact, and their cost. */
export const moneyHead: Row = [
  "",
  "overspent micros",
  "valid views unpaid",
  "views refused",
  "ads / request",
  "spend and count reads / request",
  "all store operations / request",
];

export function moneyRow(name: string, measured: Measured): Row {
  return [
    name,
    String(measured.overspentMicros),
    String(measured.unpaidViews),
    String(measured.lostViews),
    measured.fill.toFixed(2),
    measured.pacingOperations.toFixed(2),
    measured.operations.toFixed(2),
  ];
}

export function groupHead(title: string): Row {
  return [
    title,
    "underspent %",
    "unavoidable",
    "over it",
    "worst over it",
    "off the curve %",
    "unavoidable",
    "unforeseeable",
    "off by the hour %",
  ];
}

export function groupRow(name: string, group: Group): Row {
  const percent = (part: number): string => (100 * part).toFixed(2);
  return [
    name,
    percent(group.underspent),
    percent(group.unavoidable),
    percent(group.underspent - group.unavoidable),
    percent(group.worstOver),
    percent(group.distance),
    percent(group.idealDistance),
    percent(group.unforeseenDistance),
    percent(group.hourlyDistance),
  ];
}

/** The worst of these runs beside the goals. */
export function goals(runs: readonly Measured[]): string {
  const worst = (of: (run: Measured) => number): string => (100 * Math.max(...runs.map(of))).toFixed(2);
  return `Worst of ${runs.length} runs (1, 3 and 20 instances, shocks, a death; twice): from 30 % underspent ${worst(({ high }) => high.underspent)} % (goal 1)
and ${worst(({ high }) => high.distance)} % off the curve (goal 2.5); below 30 % ${worst(({ low }) => low.underspent - low.unavoidable)} points over the unavoidable (goal 3).
`;
}

export const legend = `Underspent: mean of the campaigns. Unavoidable: what is left of a budget that is issued again as soon as it is free, hour by
hour and as far as there are requests: without that limit (1 - v)^hours, because what is not seen is held for an hour. That is of a campaign alone: where few
requests come at night (evenings, office hours) all that must begin early share them, and who is worth little comes last.
Off the curve: between the part of its spend that a campaign had spent and the part of the traffic that really came
until 22:30 (shock and all), mean of the day and of the campaigns. Beside it that of a campaign without chance or delay
that keeps the goal (1 %, or 3 points over the unavoidable) and deviates no more than it must: unavoidable, when it
knows the whole day in advance; unforeseeable, when it knows the counts of a day like it and how large today is, and at each
moment what has come, but not what befalls the day. Off by the hour: the same of each hour's own part. Requests are
far apart here: an instance asks the store at most every two seconds for what was spent, and once a minute for what
was counted, however many come.
`;
