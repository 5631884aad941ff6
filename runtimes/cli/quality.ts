import * as v from "valibot";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import { readQuality } from "../../core/management/read-quality.ts";
import { readRange } from "../../core/management/report-range.ts";
import type { QualityFigure, QualityFigures } from "../../core/reporting/quality.ts";
import { type ReportReader, type ReportSource, reportsOf } from "../../core/storage/report-reader.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import type { Server } from "./server/connect.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

export interface QualityOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly json: boolean;
}

const header = [
  "PLATFORM",
  "KEY",
  "REQUESTS",
  "SEEN",
  "VIEW RATE",
  "SECONDS",
  "CLICKS",
  "VISITORS",
  "VIEWS/VISITOR",
  "NETWORKS",
  "VIEWS/NETWORK",
  "EXCLUDED",
  "MARKED",
];

/** The quality of the traffic, or the fault of the days. */
export type FoundQuality = PrintedQuality | { readonly fault: string };

interface PrintedQuality {
  readonly lines: readonly PrintedLine[];
  readonly medians: QualityFigures;
}

interface PrintedLine extends QualityFigures {
  readonly platformId: string;
  readonly apiKeyId: string;
  readonly requests: number;
  readonly seen: number;
  readonly visitors: number | null;
  readonly networks: number | null;
  readonly standsOut: readonly { readonly sentence: string }[];
}

const number = v.nullable(v.number());
const figures = {
  viewRate: number,
  meanSecondsToView: number,
  clicksPerView: number,
  viewsPerVisitor: number,
  viewsPerNetwork: number,
  excludedShare: number,
  markedShare: number,
} as const satisfies Readonly<Record<QualityFigure, typeof number>>;
const line = v.looseObject({
  platformId: v.string(),
  apiKeyId: v.string(),
  requests: v.number(),
  seen: v.number(),
  visitors: number,
  networks: number,
  ...figures,
  standsOut: v.array(v.looseObject({ sentence: v.string() })),
});
const qualitySchema: v.GenericSchema<unknown, PrintedQuality> = v.object({
  lines: v.array(line),
  medians: v.object(figures),
});

export async function qualityOfStore(
  store: ReportReader & ReportSource & Pick<ServingStore, "catalogChanges">,
  { from, to }: QualityOptions,
): Promise<FoundQuality> {
  const view = await createCatalogView(store)();
  const range = readRange({ from, to, timeZone: "UTC" }, view.at);
  if ("problem" in range) return { fault: range.detail };
  const quality = await readQuality(reportsOf(store), view.campaigns.values(), {
    from: range.from,
    to: range.to,
  });
  return quality ?? { fault: "These days have too many platforms and keys: choose fewer days." };
}

export function qualityOfServer({ call }: Server, { from, to }: QualityOptions): Promise<FoundQuality> {
  return call(qualitySchema, "GET", "/quality", { query: { from, to } });
}

/** Prints the quality of the traffic by platform and key, the medians, and a sentence for each figure that stands out. */
export function printQuality(quality: FoundQuality, terminal: Terminal, { json }: QualityOptions): ExitCode {
  if ("fault" in quality) {
    terminal.talk(quality.fault);
    return 2;
  }
  const { lines, medians } = quality;
  if (json) {
    terminal.data(JSON.stringify(quality));
    return 0;
  }
  if (lines.length === 0) {
    terminal.talk("No figures for these days.");
    return 0;
  }
  const median = { requests: "", seen: "", visitors: "", networks: "", ...medians };
  const rows = [
    ...lines.map((line) => [line.platformId, line.apiKeyId, ...cells(line)]),
    ["median", "", ...cells(median)],
  ];
  terminal.data(alignColumns([header, ...rows]));
  for (const { platformId, apiKeyId, standsOut } of lines) {
    for (const { sentence } of standsOut) {
      terminal.data(printable(`${[platformId, apiKeyId].join(" ").trim()}: ${sentence}`));
    }
  }
  return 0;
}

type Cells = QualityFigures &
  Readonly<Record<"requests" | "seen" | "visitors" | "networks", number | string | null>>;

function cells(line: Cells): readonly string[] {
  return [
    count(line.requests),
    count(line.seen),
    share(line.viewRate),
    decimal(line.meanSecondsToView),
    share(line.clicksPerView),
    count(line.visitors),
    decimal(line.viewsPerVisitor),
    count(line.networks),
    decimal(line.viewsPerNetwork),
    share(line.excludedShare),
    share(line.markedShare),
  ];
}

function count(n: number | string | null): string {
  return n === null ? "-" : String(n);
}

function decimal(n: number | null): string {
  return n?.toFixed(1) ?? "-";
}

function share(part: number | null): string {
  return part === null ? "-" : `${(part * 100).toFixed(1)} %`;
}
