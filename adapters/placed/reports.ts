import { maxTotals } from "../../core/storage/counts.ts";
import type { LedgerAudit } from "../../core/storage/ledger-audit.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type {
  ChargeField,
  ChargeTotal,
  ReportStore,
  UniquesField,
  UniquesQuery,
  UniquesTotal,
} from "../../core/storage/report-store.ts";
import { exactInteger } from "../kit/exact-integer.ts";
import { uniquesTotal } from "../kit/uniques.ts";
import type { Distribution } from "./distribution.ts";
import type { Place } from "./place.ts";

/** Reports over home and all places. They need all of them: a sum without one would be wrong. */
export function placedReports(
  all: readonly Place[],
  distribution: Distribution,
): ReportStore & Pick<ManagementStore, "auditLedger"> {
  const readUniques: ReportStore["readUniques"] = async (query) => {
    const { by = [], limit = maxTotals } = query;
    const groups = new Map<string, { readonly total: UniquesTotal; n: number; stores: number }>();
    for (const { store } of all) {
      for (const total of await store.readUniques({ ...query, limit: maxTotals })) {
        const key = JSON.stringify([total.range, ...by.map((field) => total[field])]);
        const group = groups.get(key) ?? { total, n: 0, stores: 0 };
        group.n += total.n;
        if (total.n > 0) group.stores += 1;
        groups.set(key, group);
      }
    }
    const totals: UniquesTotal[] = [];
    for (const { total, n, stores } of groups.values()) {
      const exact = stores > 1 ? await countUnion(all, query, total) : n;
      totals.push(
        uniquesTotal(
          total.range,
          exact,
          by,
          by.map((field) => total[field]),
        ),
      );
    }
    return totals.sort((one, other) => one.range - other.range || other.n - one.n).slice(0, limit);
  };

  return {
    readCharges: async (query) => {
      const parts = await each(all, ({ store }) => store.readCharges({ ...query, limit: maxTotals }));
      const groups = Map.groupBy(parts, (part) => JSON.stringify(query.by.map((field) => part[field])));
      return [...groups.values()]
        .map(addedUp)
        .sort((one, other) => other.spentMicros - one.spentMicros)
        .slice(0, query.limit);
    },
    readUniques,
    listUniques: async (query) =>
      [...new Set(await each(all, ({ store }) => store.listUniques(query)))]
        .sort(compareText)
        .slice(0, query.limit),
    readRecentDeliveries: async (query) =>
      (await each(all, ({ store }) => store.readRecentDeliveries(query)))
        .sort((one, other) => other.issuedAt - one.issuedAt)
        .slice(0, query.limit),
    auditLedger: async () => {
      const audits = await Promise.all(
        all.map(async ({ number, store }) => ({ number, audit: await store.auditLedger() })),
      );
      const sumOf = (field: "advertiserMicros" | "publisherMicros" | "operatorMicros"): number =>
        audits.reduce((sum, { audit }) => sum + audit[field], 0);
      return {
        // Home has a line without any money for each campaign of a place.
        campaigns: audits.flatMap(({ number, audit }) =>
          audit.campaigns.filter((line) => number !== 0 || isOfHome(line, distribution)),
        ),
        advertiserMicros: sumOf("advertiserMicros"),
        publisherMicros: sumOf("publisherMicros"),
        operatorMicros: sumOf("operatorMicros"),
      };
    },
  };
}

function isOfHome(line: LedgerAudit["campaigns"][number], { placeOf }: Distribution): boolean {
  return line.charges > 0 || line.heldMicros > 0 || (placeOf(line.campaignId) ?? 0) === 0;
}

/** The number of different users or networks of one line of a report, read page by page from all stores at once. */
async function countUnion(
  all: readonly Place[],
  { ranges, of, by = [], limit: _, ...owners }: UniquesQuery,
  total: UniquesTotal,
): Promise<number> {
  const range = ranges[total.range];
  if (range === undefined) return 0;
  const query = { ...owners, ...filterOf(by, total), ...range, of, limit: maxTotals };
  let n = 0;
  for (let after: string | undefined; ; ) {
    const pages = await Promise.all(all.map(({ store }) => store.listUniques({ ...query, after })));
    // Beyond the end of the shortest page its store may have values that it has not shown yet.
    const [end] = pages.flatMap((page) => page.at(-1) ?? []).sort(compareText);
    if (end === undefined) return n;
    n += new Set(pages.flat().filter((one) => one <= end)).size;
    after = end;
  }
}

/** The owners of one line of a report, as a filter. */
function filterOf(by: readonly UniquesField[], total: UniquesTotal): Pick<UniquesQuery, "publisherIds"> {
  const lists = { publisherId: "publisherIds", platformId: "platformIds", apiKeyId: "apiKeyIds" } as const;
  return Object.fromEntries(by.map((field) => [lists[field], [total[field] ?? ""]]));
}

/** Users and networks are ASCII, whose order is the same everywhere. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

async function each<T>(all: readonly Place[], read: (place: Place) => Promise<readonly T[]>): Promise<T[]> {
  return (await Promise.all(all.map(read))).flat();
}

type ChargeSum = Exclude<keyof ChargeTotal, ChargeField>;

/** The sum of the parts of one line, at least one. */
function addedUp(parts: readonly ChargeTotal[]): ChargeTotal {
  const sum = (field: ChargeSum): number =>
    exactInteger(parts.reduce((all, one) => all + BigInt(one[field]), 0n));
  return {
    ...parts[0],
    charges: sum("charges"),
    adjustments: sum("adjustments"),
    spentMicros: sum("spentMicros"),
    publisherMicros: sum("publisherMicros"),
    operatorMicros: sum("operatorMicros"),
    adjustedMicros: sum("adjustedMicros"),
    adjustedPublisherMicros: sum("adjustedPublisherMicros"),
  };
}
