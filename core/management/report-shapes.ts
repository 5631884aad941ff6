import * as v from "valibot";
import { type ReportLine, reportDimensions } from "../reporting/report.ts";
import { currencyInAnswer } from "./route.ts";

type Measure = Exclude<keyof ReportLine, "of">;

const count = v.pipe(v.number(), v.safeInteger());
const share = v.nullable(v.number());
const measures: Readonly<Record<Measure, v.GenericSchema>> = {
  requests: count,
  issued: count,
  noAd: count,
  seen: count,
  presses: count,
  clicks: count,
  reported: count,
  rejected: count,
  charges: count,
  spendMicros: count,
  earningsMicros: count,
  adjustedMicros: count,
  adjustedEarningsMicros: count,
  fillRate: share,
  viewRate: share,
  clickThroughRate: share,
  ecpmMicros: v.nullable(count),
  excluded: count,
  marked: count,
  excludedShare: share,
  markedShare: share,
};

/** The schema of a report in an answer. `hidden`: the measures that some roles do not see. */
export function reportAnswer(hidden: readonly (keyof ReportLine)[]): v.GenericSchema {
  const shown = Object.fromEntries(
    Object.entries(measures).map(([name, schema]) => [
      name,
      hidden.some((one) => one === name) ? v.optional(schema) : schema,
    ]),
  );
  const dimensions = Object.fromEntries(reportDimensions.map((name) => [name, v.optional(v.string())]));
  const day = v.pipe(v.string(), v.isoDate());
  return v.pipe(
    v.strictObject({
      from: day,
      to: day,
      timeZone: v.string(),
      currency: currencyInAnswer,
      lines: v.array(v.pipe(v.strictObject({ ...dimensions, ...shown }), v.title("ReportLine"))),
      total: v.pipe(v.strictObject(shown), v.title("ReportTotal")),
      uniques: v.array(v.strictObject({ day, users: count })),
    }),
    v.title("Report"),
  );
}
