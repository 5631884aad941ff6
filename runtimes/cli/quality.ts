import { createCatalogView } from "../../core/management/catalog-view.ts";
import { readQuality } from "../../core/management/read-quality.ts";
import { readRange } from "../../core/management/report-range.ts";
import type { QualityFigures } from "../../core/reporting/quality.ts";
import type { ReportStore } from "../../core/storage/report-store.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
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

/** Prints the quality of the traffic by platform and key, the medians, and a sentence for each figure that stands out. */
export async function printQuality(
  store: Pick<ServingStore, "readCounts" | "catalogChanges"> &
    Pick<ReportStore, "readUniques" | "readCharges">,
  terminal: Terminal,
  { from, to, json }: QualityOptions,
): Promise<ExitCode> {
  const view = await createCatalogView(store)();
  const range = readRange({ from, to, timeZone: "UTC" }, view.at);
  if ("problem" in range) {
    terminal.talk(range.detail);
    return 2;
  }
  const span = { from: range.from, to: range.to };
  const quality = await readQuality(store, view.campaigns.values(), span);
  if (quality === undefined) {
    terminal.talk("These days have too many platforms and keys: choose fewer days.");
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
