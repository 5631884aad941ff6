import type { Campaign } from "../catalog/entities.ts";
import type { Micros } from "../money.ts";
import {
  judgeQuality,
  mediansOf,
  type QualityCounts,
  type QualityFigures,
  type QualityLine,
} from "../reporting/quality.ts";
import { exactSum } from "../storage/amount-too-large.ts";
import { maxTotals } from "../storage/counts.ts";
import type { ChargeTotal, ReportStore, UniquesTotal } from "../storage/report-store.ts";
import type { ServingStore } from "../storage/serving-store.ts";
import { ofPlatforms, readQualityCounts, type Span } from "./quality-counts.ts";

/** The charges of a line, less their adjustments, and the adjustments. */
export interface QualityMoney {
  readonly spendMicros: Micros;
  readonly earningsMicros: Micros;
  readonly adjustedMicros: Micros;
  readonly adjustedEarningsMicros: Micros;
}

export interface QualityReport {
  /** By platform and key, the most requests first. */
  readonly lines: readonly (QualityLine & QualityMoney)[];
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
  store: Pick<ServingStore, "readCounts"> & Pick<ReportStore, "readUniques" | "readCharges">,
  campaigns: Iterable<Campaign>,
  span: Span,
  publisherId?: string,
): Promise<QualityReport | undefined> {
  const all = await readQualityCounts(store, campaigns, span);
  if (all === undefined) return undefined;
  const own = all.filter((one) => publisherId === undefined || one.publisherId === publisherId);
  const counted = await withUniques(own, span, store, publisherId);
  const moneyOf = await readMoney(span, store, publisherId);
  if (counted === undefined || moneyOf === undefined) return undefined;
  const medians = mediansFor(publisherId, ofPlatforms(publisherId === undefined ? counted : all));
  const lines = judgeQuality(counted, medians).map((line) => ({ ...line, ...moneyOf(line) }));
  return { lines, medians };
}

/**
 * Reads the platforms whose traffic stands out, visitors and networks apart: the caller's own, compared with the medians of
 * {@link readQuality}. Empty if there are more than a query returns.
 */
export async function readStandingOut(
  store: Pick<ServingStore, "readCounts">,
  campaigns: Iterable<Campaign>,
  span: Span,
  publisherId?: string,
): Promise<readonly QualityLine[]> {
  const all = ofPlatforms((await readQualityCounts(store, campaigns, span)) ?? []);
  const own = all.filter((one) => publisherId === undefined || one.publisherId === publisherId);
  return judgeQuality(own, mediansFor(publisherId, all)).filter(({ standsOut }) => standsOut.length > 0);
}

/** A publisher sees medians only if enough platforms of others are part of them. */
function mediansFor(publisherId: string | undefined, platforms: readonly QualityCounts[]): QualityFigures {
  if (publisherId === undefined) return mediansOf(platforms);
  const isOther = (one: QualityCounts): boolean => one.publisherId !== publisherId;
  return mediansOf(platforms, (having) => having.filter(isOther).length >= leastOtherPlatforms);
}

/** `undefined`: there are more platforms and keys with charges than a query returns. */
async function readMoney(
  span: Span,
  store: Pick<ReportStore, "readCharges">,
  publisherId: string | undefined,
): Promise<((line: QualityLine) => QualityMoney) | undefined> {
  const publisherIds = publisherId === undefined ? undefined : [publisherId];
  const by = [...lineFields, "format"] as const;
  const charges = await store.readCharges({ ...span, publisherIds, by, limit: maxTotals });
  if (charges.length >= maxTotals) return undefined;
  const byKey = Map.groupBy(
    charges.filter(({ format }) => format !== "bot"),
    keyOf,
  );
  return (line) => {
    const own = byKey.get(keyOf(line)) ?? [];
    const sum = (amount: (one: ChargeTotal) => Micros): Micros =>
      exactSum(own.reduce((all, one) => all + BigInt(amount(one)), 0n));
    return {
      spendMicros: sum(({ spentMicros }) => spentMicros),
      earningsMicros: sum(({ publisherMicros }) => publisherMicros),
      adjustedMicros: sum(({ adjustedMicros }) => adjustedMicros),
      adjustedEarningsMicros: sum(({ adjustedPublisherMicros }) => adjustedPublisherMicros),
    };
  };
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
