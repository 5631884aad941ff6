import type { Campaign } from "../catalog/entities.ts";
import {
  judgeQuality,
  mediansOf,
  type QualityCounts,
  type QualityFigures,
  type QualityLine,
} from "../reporting/quality.ts";
import { maxTotals } from "../storage/counts.ts";
import type { ReportStore, UniquesTotal } from "../storage/report-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { ofPlatforms, readQualityCounts, type Span } from "./quality-counts.ts";

export interface QualityReport {
  /** By platform and key, the most requests first. */
  readonly lines: readonly QualityLine[];
  /** Over the platforms with enough traffic. */
  readonly medians: QualityFigures;
}

const lineFields = ["publisherId", "platformId", "apiKeyId"] as const;
/** So many platforms of others hide the figures of each of them from a publisher. */
const leastOtherPlatforms = 5;

/**
 * Reads the quality of the traffic. `publisherId`: only its lines, compared with medians of which five or more platforms of others
 * are part, and without medians of visitors and networks. `undefined`: there are more platforms and keys than a query returns.
 */
export async function readQuality(
  store: Pick<ServingStore, "readCounts"> & Pick<ReportStore, "readUniques">,
  campaigns: Iterable<Campaign>,
  span: Span,
  publisherId?: string,
): Promise<QualityReport | undefined> {
  const all = await readQualityCounts(store, campaigns, span);
  if (all === undefined) return undefined;
  const isOther = (one: QualityCounts): boolean => one.publisherId !== publisherId;
  const own = publisherId === undefined ? all : all.filter((one) => !isOther(one));
  const counted = await withUniques(own, span, store, publisherId);
  if (counted === undefined) return undefined;
  const medians =
    publisherId === undefined
      ? mediansOf(ofPlatforms(counted))
      : mediansOf(ofPlatforms(all), (having) => having.filter(isOther).length >= leastOtherPlatforms);
  return { lines: judgeQuality(counted, medians), medians };
}

/** `undefined`: there are more visitors or networks by platform and key than a query returns. */
async function withUniques(
  lines: readonly QualityCounts[],
  span: Span,
  store: Pick<ReportStore, "readUniques">,
  publisherId: string | undefined,
): Promise<readonly QualityCounts[] | undefined> {
  const publisherIds = publisherId === undefined ? undefined : [publisherId];
  const query = { ranges: [span], publisherIds, by: lineFields, limit: maxTotals };
  const visitors = await store.readUniques(query);
  const networks = await store.readUniques({ ...query, of: "networks" });
  if (visitors.length >= maxTotals || networks.length >= maxTotals) return undefined;
  const [visitorsOf, networksOf] = [byLine(visitors), byLine(networks)];
  return lines.map((line) => ({
    ...line,
    visitors: visitorsOf.get(keyOf(line)) ?? 0,
    networks: networksOf.get(keyOf(line)) ?? 0,
  }));
}

function byLine(totals: readonly UniquesTotal[]): ReadonlyMap<string, number> {
  return new Map(totals.map((total) => [keyOf(total), total.n]));
}

function keyOf(line: Partial<Pick<QualityCounts, (typeof lineFields)[number]>>): string {
  return JSON.stringify(lineFields.map((field) => line[field]));
}
