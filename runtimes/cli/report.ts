import * as v from "valibot";
import { defaultCurrency } from "../../core/currency.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { storedCurrency } from "../../core/management/currency.ts";
import { type AnsweredReport, makeReport, reportQuery } from "../../core/management/report-routes.ts";
import { createMoneyFormat } from "../../core/money-format.ts";
import { headOf, reportAsCsv } from "../../core/reporting/csv.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Server } from "./server/connect.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

export interface ReportOptions {
  readonly by: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  readonly publisher?: string | undefined;
  readonly platform?: string | undefined;
  readonly advertiser?: string | undefined;
  readonly campaign?: string | undefined;
  readonly csv: boolean;
  readonly json: boolean;
}

/** A report, its table, or the fault of the query. */
type Found = { readonly report: PrintedReport } | { readonly csv: string } | { readonly fault: string };
type PrintedReport = Pick<AnsweredReport, "currency" | "lines" | "total">;

/** The query of the API that the options ask for. */
function queryOf(options: ReportOptions): Readonly<Record<string, string | undefined>> {
  const { by, from, to, timeZone, publisher, platform, advertiser, campaign, csv } = options;
  const format = csv ? "csv" : "json";
  return { by, from, to, timeZone, publisher, platform, advertiser, campaign, format };
}

export async function reportOfStore(store: Store, options: ReportOptions): Promise<Found> {
  const view = await createCatalogView(store)();
  const read = await storedCurrency(store, undefined, false);
  const currency = (read.ok ? read.currency : undefined) ?? defaultCurrency;
  const principal = { role: "operator", name: "" } as const;
  const clock = (): number => view.at;
  const parsed = v.safeParse(reportQuery, queryOf(options));
  if (!parsed.success) return { fault: parsed.issues.map(({ message }) => message).join(" ") };
  const made = await makeReport(parsed.output, { principal, store, view, clock, currency });
  if ("problem" in made) return { fault: made.detail };
  return options.csv ? { csv: reportAsCsv(made.report, currency, made.hidden) } : { report: made.answered };
}

const figures = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));
const answer = v.looseObject({ currency: v.string(), lines: v.array(figures), total: figures });

export async function reportOfServer(server: Server, options: ReportOptions): Promise<Found> {
  const query = queryOf(options);
  if (options.csv) return { csv: await server.text("/reports", query) };
  return { report: await server.call(answer, "GET", "/reports", { query }) };
}

const columns = [
  "requests",
  "issued",
  "seen",
  "clicks",
  "charges",
  "spendMicros",
  "earningsMicros",
  "adjustedMicros",
] as const;

/** Prints a report as a table, or as JSON or CSV of the API. */
export function printReport(found: Found, terminal: Terminal, { by, json }: ReportOptions): ExitCode {
  if ("fault" in found) {
    terminal.talk(found.fault);
    return 2;
  }
  if ("csv" in found) {
    terminal.data(found.csv.trimEnd());
    return 0;
  }
  const { currency, lines, total } = found.report;
  if (json) {
    terminal.data(JSON.stringify(found.report));
    return 0;
  }
  if (lines.length === 0) {
    terminal.talk("No figures for these days.");
    return 0;
  }
  const dimensions = [...new Set(by.split(",").filter((name) => name !== ""))];
  const money = createMoneyFormat(currency);
  const all = [...lines, total];
  const shown = columns.map((name) => {
    const values = all.map((line) => Number(line[name] ?? 0));
    const write = name.endsWith("Micros") ? money.column(values) : String;
    return [headOf(name, currency).replace("Micros", ""), ...values.map(write)];
  });
  const rows = all.map((line, index) => [
    ...dimensions.map((name, place) =>
      line === total ? (place === 0 ? "total" : "") : printable(String(line[name] ?? "")),
    ),
    ...shown.map((cells) => cells[index + 1] ?? ""),
  ]);
  const header = [...dimensions, ...shown.map(([name = ""]) => name)].map((name) => name.toUpperCase());
  terminal.data(alignColumns([header, ...rows]));
  return 0;
}
