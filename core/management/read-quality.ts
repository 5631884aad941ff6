import type { Campaign } from "../catalog/entities.ts";
import {
  judgeQuality,
  mediansOf,
  type QualityCounts,
  type QualityFigures,
  type QualityLine,
} from "../reporting/quality.ts";
import type { ReportStore } from "../storage/report-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { ofPlatforms, readQualityCounts, type Span } from "./quality-counts.ts";

export interface QualityReport {
  /** By platform and key, the most requests first. */
  readonly lines: readonly QualityLine[];
  /** Over the platforms with enough traffic. */
  readonly medians: QualityFigures;
}

/** The store reads all deliveries of the span for each line. */
const maxLinesWithUniques = 20;
/** So many platforms of others hide the figures of each of them from a publisher. */
const leastOtherPlatforms = 5;

/**
 * Reads the quality of the traffic. `publisherId`: only its lines, compared with medians of which five or more platforms of others
 * are part. Visitors and networks are counted for the 20 lines with the most requests; publishers get no medians of them.
 * `undefined`: there are more platforms and keys than a query returns.
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
  const counted = await withUniques(own, span, store);
  const medians =
    publisherId === undefined
      ? mediansOf(ofPlatforms(counted))
      : mediansOf(ofPlatforms(all), (having) => having.filter(isOther).length >= leastOtherPlatforms);
  return { lines: judgeQuality(counted, medians), medians };
}

async function withUniques(
  lines: readonly QualityCounts[],
  span: Span,
  store: Pick<ReportStore, "readUniques">,
): Promise<readonly QualityCounts[]> {
  const counted: QualityCounts[] = [];
  for (const line of lines.slice(0, maxLinesWithUniques)) {
    const { publisherId, platformId, apiKeyId } = line;
    const query = {
      ranges: [span],
      publisherIds: [publisherId],
      platformIds: [platformId],
      apiKeyIds: [apiKeyId],
    };
    const [visitors = null] = await store.readUniques(query);
    const [networks = null] = await store.readUniques({ ...query, of: "networks" });
    counted.push({ ...line, visitors, networks });
  }
  return [...counted, ...lines.slice(maxLinesWithUniques)];
}
