import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Count, CountQuery, CountTotal } from "../../../core/storage/counts.ts";
import type { Store } from "../../../core/storage/store.ts";
import { countFields } from "../../conformance/store/counts.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const most = Number.MAX_SAFE_INTEGER;

export const brokenCounts: readonly BrokenStore[] = [
  brokenStore(
    "keeps the last line of those with the same fields",
    "lines with the same fields are added up, of one call and of several",
    (inner) => ({
      addCounts: (counts) => {
        const last = new Map(counts.map((line) => [JSON.stringify({ ...line, n: 0 }), line]));
        return inner.addCounts([...last.values()]);
      },
    }),
  ),
  ...countFields.map((field) =>
    brokenStore(
      `has no column for the ${field} of a line`,
      `statistics can be added up by ${field} alone, and by all but ${field}`,
      (inner) => {
        let first: Count | undefined;
        return {
          addCounts: (counts) =>
            inner.addCounts(
              counts.map((line) => {
                first ??= line;
                return { ...line, [field]: first[field] };
              }),
            ),
        };
      },
    ),
  ),
  brokenStore(
    "keeps statistics for ever",
    "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
    () => ({ releaseExpired: async () => 0 }),
  ),
  brokenStore(
    "drops an hour of statistics an hour early",
    "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
    (inner, _clock, skew) => ({
      releaseExpired: (limit) => skew.while(hourMs, () => inner.releaseExpired(limit)),
    }),
  ),
  brokenStore(
    "keeps statistics for a year",
    "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
    (inner, clock) =>
      mapTotals(inner, (totals) => totals.filter(({ hour = 0 }) => hour > clock.now() - yearMs)),
  ),
  brokenStore(
    "always adds up by topic, too",
    "statistics can be added up by topicId alone, and by all but topicId",
    (inner) => mapQuery(inner, (query) => ({ ...query, by: [...query.by, "topicId"] })),
  ),
  brokenStore("answers with a line for each hour", "statistics by no field are one sum", (inner) => ({
    readCounts: async (query) =>
      query.by.length > 0 ? inner.readCounts(query) : inner.readCounts({ ...query, by: countFields }),
  })),
  brokenStore("has a sum of nothing", "where nothing was counted there are no sums", (inner) =>
    mapTotals(inner, (totals, { by }) => (by.length === 0 && totals.length === 0 ? [{ n: 0 }] : totals)),
  ),
  brokenStore(
    "leaves out the hour that a query begins with",
    "statistics are read from an hour on, and before another",
    (inner) => mapQuery(inner, (query) => ({ ...query, from: query.from + 1 })),
  ),
  brokenStore(
    "reads the hour that a query ends with",
    "statistics are read from an hour on, and before another",
    (inner) => mapQuery(inner, (query) => ({ ...query, to: query.to + 1 })),
  ),
  brokenStore("reads every metric", "only the requested metrics are read", (inner) => ({
    addCounts: (counts) => inner.addCounts(counts.map((line) => ({ ...line, metric: "request" }))),
    readCounts: (query) => inner.readCounts({ ...query, metrics: ["request"] }),
  })),
  brokenStore("takes an empty list of metrics for none", "only the requested metrics are read", (inner) =>
    mapQuery(inner, (query) => (query.metrics.length > 0 ? query : { ...query, metrics: ["request"] })),
  ),
  brokenStore(
    "does not look at the platforms asked for",
    "only lines of the requested platforms and campaigns are read",
    (inner) => mapQuery(inner, ({ platformIds: _, ...query }) => query),
  ),
  brokenStore(
    "does not look at the campaigns asked for",
    "only lines of the requested platforms and campaigns are read",
    (inner) => mapQuery(inner, ({ campaignIds: _, ...query }) => query),
  ),
  brokenStore(
    "takes an empty list of platforms for none",
    "only lines of the requested platforms and campaigns are read",
    (inner) =>
      mapQuery(inner, ({ platformIds, ...query }) =>
        platformIds?.length ? { ...query, platformIds } : query,
      ),
  ),
  brokenStore(
    "reads lines of the platforms, and lines of the campaigns",
    "only lines of the requested platforms and campaigns are read",
    (inner) => ({
      readCounts: async ({ platformIds, campaignIds, ...query }) => {
        if (platformIds === undefined || campaignIds === undefined) {
          return inner.readCounts({ ...query, platformIds, campaignIds });
        }
        return [
          ...(await inner.readCounts({ ...query, platformIds })),
          ...(await inner.readCounts({ ...query, campaignIds })),
        ];
      },
    }),
  ),
  brokenStore(
    "gives sums in the order of their fields",
    "the largest sums come first, and the limit leaves out the smallest",
    (inner) =>
      mapTotals(inner, (totals) =>
        [...totals].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ),
  ),
  brokenStore(
    "limits before it sorts",
    "the largest sums come first, and the limit leaves out the smallest",
    (inner) => ({
      readCounts: async (query) => {
        const totals = await inner.readCounts({ ...query, limit: most });
        return totals.length > query.limit ? [...totals].reverse().slice(0, query.limit).reverse() : totals;
      },
    }),
  ),
  brokenStore(
    "sorts by the largest line instead of the sum",
    "the largest sums come first, and the limit leaves out the smallest",
    (inner) => ({
      readCounts: async (query) => {
        const lines = await inner.readCounts({ ...query, by: [...query.by, "creativeId"] });
        const sums = await inner.readCounts({ ...query, limit: most });
        const size = (total: CountTotal): number =>
          lines.findIndex(({ campaignId }) => campaignId === total.campaignId);
        return [...sums].sort((a, b) => size(b) - size(a)).slice(0, query.limit);
      },
    }),
  ),
  brokenStore(
    "keeps what was counted until it is counted again",
    "counts of one store are visible to the other at once",
    (inner) => {
      let waiting: readonly Count[] = [];
      return {
        addCounts: async (counts) => {
          await inner.addCounts(waiting);
          waiting = counts;
        },
      };
    },
  ),
  brokenStore(
    "reads a sum in one transaction and writes it in another",
    "64 counts of one line at once are all in its sum",
    () => {
      const sums = new Map<string, Count>();
      return {
        addCounts: async (counts) => {
          for (const line of counts) {
            const key = JSON.stringify({ ...line, n: 0 });
            const before = sums.get(key)?.n ?? 0;
            await roundTrip();
            sums.set(key, { ...line, n: before + line.n });
          }
        },
        readCounts: async (query) => {
          const sound = createMemoryStore();
          await sound.addCounts([...sums.values()]);
          return sound.readCounts(query);
        },
      };
    },
  ),
  brokenStore("counts no more than 100 lines at once", "512 lines are counted in one batch", (inner) => ({
    addCounts: async (counts) => {
      if (counts.length > 100) throw new RangeError("more than 100 lines");
      return inner.addCounts(counts);
    },
  })),
  brokenStore("counts the first 100 lines of a batch", "512 lines are counted in one batch", (inner) => ({
    addCounts: (counts) => inner.addCounts(counts.slice(0, 100)),
  })),
  brokenStore("counts plain text only", "any text can be counted and read back, in every field", (inner) => ({
    addCounts: async (counts) => {
      if (counts.some(({ placement }) => !/^[a-z]+$/.test(placement))) throw new TypeError("not plain");
      return inner.addCounts(counts);
    },
  })),
  brokenStore(
    "keeps sums in a plain object",
    "any text can be counted and read back, in every field",
    (inner) => mapTotals(inner, (totals) => totals.filter(({ campaignId }) => campaignId !== "__proto__")),
  ),
  brokenStore(
    "takes fields for the same that differ in case or accents",
    "any text can be counted and read back, in every field",
    (inner) => ({
      addCounts: (counts) =>
        inner.addCounts(
          counts.map((line) => ({ ...line, creativeId: line.creativeId.normalize("NFC").toLowerCase() })),
        ),
    }),
  ),
  brokenStore(
    "has a key of all fields in an index that takes 2,704 bytes",
    "a line of the longest ids that there are is counted",
    (inner) => ({
      addCounts: async (counts) => {
        const size = (line: Count): number => new TextEncoder().encode(Object.values(line).join("")).length;
        if (counts.some((line) => size(line) > 2_560)) throw new RangeError("index row size exceeds maximum");
        return inner.addCounts(counts);
      },
    }),
  ),
  brokenStore("adds up in single precision", "sums are exact up to 2^53 - 1", (inner) =>
    mapTotals(inner, (totals) => totals.map((total) => ({ ...total, n: Math.fround(total.n) }))),
  ),
];

function mapQuery(inner: Store, map: (query: CountQuery) => CountQuery): Pick<Store, "readCounts"> {
  return { readCounts: (query) => inner.readCounts(map(query)) };
}

function mapTotals(
  inner: Store,
  map: (totals: readonly CountTotal[], query: CountQuery) => readonly CountTotal[],
): Pick<Store, "readCounts"> {
  return { readCounts: async (query) => map(await inner.readCounts(query), query) };
}
