import type { Count, CountField, CountQuery, Metric } from "../../../core/storage/counts.ts";
import { at, same, sameSet } from "../assert.ts";
import { count } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { accepted, race, storeCase } from "../world.ts";

const hourMs = 3_600_000;

const all: CountQuery = {
  from: 0,
  to: 100 * hourMs,
  metrics: [
    "request",
    "issued",
    "no_ad",
    "seen",
    "press",
    "click",
    "reported",
    "rejected",
    "uncounted_view",
    "uncounted_press",
    "uncounted_click",
  ],
  by: [],
  limit: 1_000,
};

/** Two values of every field. */
const others: Readonly<{ [Field in CountField]: readonly [Count[Field], Count[Field]] }> = {
  hour: [hourMs, 2 * hourMs],
  metric: ["issued", "seen"],
  reason: ["", "budget"],
  publisherId: ["publisher-1", "publisher-2"],
  platformId: ["pf_one", "pf_two"],
  placement: ["chat", "sidebar"],
  apiKeyId: ["", "KEY00001"],
  format: ["text", "quiz"],
  language: ["en", "en-GB"],
  advertiser: ["An advertiser", "Another advertiser"],
  campaignId: ["a", "b"],
  creativeId: ["cr-a", "cr-b"],
  topicId: ["", "travel"],
};
export const countFields: readonly CountField[] = [
  "hour",
  "metric",
  "reason",
  "publisherId",
  "platformId",
  "placement",
  "apiKeyId",
  "format",
  "language",
  "advertiser",
  "campaignId",
  "creativeId",
  "topicId",
];

function lineWith(field: CountField, index: 0 | 1): Count {
  const line = Object.fromEntries(
    countFields.map((name) => [name, others[name][name === field ? index : 0]]),
  );
  return { ...count(), ...line };
}

export const countCases: readonly StoreCase[] = [
  storeCase("lines with the same fields are added up, of one call and of several", async (world) => {
    const line = count({ metric: "no_ad", reason: "budget" });
    await world.first.addCounts([line, { ...line, n: 5 }, { ...line, reason: "topic" }]);
    await world.second.addCounts([{ ...line, n: 10 }]);
    const read = await world.first.readCounts({ ...all, by: countFields });
    const { n: _, ...key } = line;
    same(
      read,
      [
        { ...key, n: 16 },
        { ...key, reason: "topic", n: 1 },
      ],
      "sums",
    );
  }),

  ...countFields.map((field) =>
    storeCase(
      `statistics can be added up by ${field} alone, and by all but ${field}`,
      async ({ first, second }) => {
        await first.addCounts([
          { ...lineWith(field, 0), n: 3 },
          { ...lineWith(field, 1), n: 4 },
        ]);
        const [one, two] = others[field];
        same(
          await second.readCounts({ ...all, by: [field] }),
          [
            { [field]: two, n: 4 },
            { [field]: one, n: 3 },
          ],
          `sums by ${field}`,
        );
        const rest = countFields.filter((name) => name !== field);
        const values = Object.fromEntries(rest.map((name) => [name, others[name][0]]));
        same(
          await second.readCounts({ ...all, by: rest }),
          [{ ...values, n: 7 }],
          `sums by all but ${field}`,
        );
      },
    ),
  ),

  storeCase("statistics by no field are one sum", async ({ first, second }) => {
    await first.addCounts([count({ n: 2 }), count({ placement: "sidebar", n: 3 })]);
    same(await second.readCounts(all), [{ n: 5 }], "sums");
  }),

  storeCase("where nothing was counted there are no sums", async ({ first, second }) => {
    for (const by of [[], countFields])
      same(await second.readCounts({ ...all, by }), [], "sums of an empty store");
    await first.addCounts([count()]);
    for (const by of [[], countFields]) {
      same(await second.readCounts({ ...all, by, from: hourMs }), [], "sums of an empty hour");
    }
  }),

  storeCase("statistics are read from an hour on, and before another", async ({ first, second }) => {
    await first.addCounts([1, 2, 3, 4].map((hour) => count({ hour: hour * hourMs, n: 10 ** hour })));
    const read = await second.readCounts({ ...all, from: 2 * hourMs, to: 4 * hourMs });
    same(read, [{ n: 1_100 }], "sum of the second and the third hour");
    same(await second.readCounts({ ...all, from: 2 * hourMs, to: 2 * hourMs }), [], "sums of no hour");
  }),

  storeCase("only the requested metrics are read", async ({ first, second }) => {
    await first.addCounts(all.metrics.map((metric, index) => count({ metric, n: 2 ** index })));
    for (const [index, metric] of all.metrics.entries()) {
      same(await second.readCounts({ ...all, metrics: [metric] }), [{ n: 2 ** index }], `sum of ${metric}`);
    }
    const both: readonly Metric[] = [at(all.metrics, 1), at(all.metrics, 3)];
    same(await second.readCounts({ ...all, metrics: both }), [{ n: 10 }], "sum of two metrics");
    same(await second.readCounts({ ...all, metrics: [] }), [], "sums of no metrics");
  }),

  storeCase("only lines of the requested platforms and campaigns are read", async ({ first, second }) => {
    const line = (platformId: string, campaignId: string, n: number): Count =>
      count({ metric: "seen", platformId, campaignId, n });
    await first.addCounts([
      line("pf_one", "a", 1),
      line("pf_one", "b", 2),
      line("pf_two", "a", 4),
      line("pf_two", "b", 8),
      line("pf_two", "", 16),
    ]);
    const sum = async (filter: Pick<CountQuery, "platformIds" | "campaignIds">): Promise<number> =>
      (await second.readCounts({ ...all, ...filter })).reduce((total, { n }) => total + n, 0);
    same(await sum({ platformIds: ["pf_one"] }), 3, "sum of a platform");
    same(await sum({ platformIds: ["pf_one", "pf_two", "none"] }), 31, "sum of both platforms");
    same(await sum({ campaignIds: ["a"] }), 5, "sum of a campaign");
    same(await sum({ campaignIds: ["a", "b", "none"] }), 15, "sum of both campaigns");
    same(await sum({ campaignIds: ["a"], platformIds: ["pf_two"] }), 4, "sum of a campaign on a platform");
    same(await sum({ platformIds: ["none"] }), 0, "sum of an unknown platform");
    same(await sum({ platformIds: [] }), 0, "sum of no platforms");
    same(await sum({ campaignIds: [] }), 0, "sum of no campaigns");
    same(await sum({ platformIds: undefined, campaignIds: undefined }), 31, "sum of all");
  }),

  storeCase(
    "the largest sums come first, and the limit leaves out the smallest",
    async ({ first, second }) => {
      const order = [3, 7, 1, 9, 5];
      // In two parts, so that no single line is as large as its sum.
      for (const part of [1, 2]) {
        await first.addCounts(
          order.map((n) => count({ campaignId: `c${n}`, creativeId: `${part}`, n: part * n })),
        );
      }
      const query: CountQuery = { ...all, by: ["campaignId"] };
      const sums = [9, 7, 5, 3, 1].map((n) => ({ campaignId: `c${n}`, n: 3 * n }));
      same(await second.readCounts(query), sums, "all sums");
      same(await second.readCounts({ ...query, limit: 3 }), sums.slice(0, 3), "three sums");
      same(await second.readCounts({ ...query, limit: 1 }), sums.slice(0, 1), "one sum");
    },
  ),

  storeCase("counts of one store are visible to the other at once", async (world) => {
    for (let n = 1; n <= 20; n += 1) {
      const [writer, reader] = n % 2 === 0 ? [world.first, world.second] : [world.second, world.first];
      await writer.addCounts([count()]);
      same(await reader.readCounts(all), [{ n }], `sum after ${n} calls`);
    }
  }),

  storeCase("64 counts of one line at once are all in its sum", async (world) => {
    const other = count({ placement: "sidebar" });
    await race(world, 64, (store, index) =>
      store.addCounts(index % 4 < 2 ? [count(), other] : [other, count()]),
    );
    sameSet(
      await world.first.readCounts({ ...all, by: ["placement"] }),
      [
        { placement: "chat", n: 64 },
        { placement: "sidebar", n: 64 },
      ],
      "sums",
    );
  }),

  storeCase("512 lines are counted in one batch", async ({ first, second }) => {
    const lines = Array.from({ length: 512 }, (_, n) => count({ reason: `reason-${n}`, n }));
    for (let call = 0; call < 2; call += 1) {
      await accepted(first.addCounts(lines), "a batch of 512 lines");
    }
    sameSet(
      await second.readCounts({ ...all, by: ["reason"] }),
      lines.map(({ reason, n }) => ({ reason, n: 2 * n })),
      "sums",
    );
  }),

  storeCase(
    "an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that",
    async ({ first, second, clock }) => {
      const hour = clock.now();
      const oldest = hour - 400 * 24 * hourMs;
      const younger = [
        { hour: hour - 200 * 24 * hourMs, n: 2 },
        { hour, n: 1 },
      ];
      const lines = [
        { hour: oldest - 600 * 24 * hourMs, n: 5 },
        { hour: oldest - hourMs, n: 4 },
        { hour: oldest, n: 3 },
      ];
      await first.addCounts([...lines, ...younger].map((line) => count(line)));
      const query: CountQuery = { ...all, to: hour + 1, by: ["hour"] };
      await second.releaseExpired(1);
      same(
        await first.readCounts(query),
        [{ hour: oldest, n: 3 }, ...younger],
        "hours, 400 days after one began",
      );
      clock.advance(1);
      await second.releaseExpired(1);
      same(await first.readCounts(query), younger, "hours a millisecond later");
    },
  ),

  storeCase(
    "statistics are dropped a part at a time, and of 64 releases at once each line by one",
    async (world) => {
      const { first, second, clock } = world;
      const old = clock.now() - 500 * 24 * hourMs;
      const lines = Array.from({ length: 512 }, (_, n) => count({ hour: old, reason: `reason-${n}` }));
      await first.addCounts(lines);
      await second.addCounts(lines.map((line) => ({ ...line, hour: old + hourMs })));
      await second.addCounts([count({ hour: clock.now() })]);
      await race(world, 64, (store) => store.releaseExpired(1));
      same(await first.readCounts({ ...all, to: clock.now() + 1 }), [{ n: 1 }], "sum of what is kept");
    },
  ),

  storeCase("sums are exact up to 2^53 - 1", async ({ first, second }) => {
    const most = Number.MAX_SAFE_INTEGER;
    await first.addCounts([count({ n: most - 2 }), count({ placement: "sidebar", n: 1 })]);
    await first.addCounts([count({ n: 1 })]);
    same(await second.readCounts(all), [{ n: most }], "sum");
    same(
      await second.readCounts({ ...all, by: ["placement"], limit: 1 }),
      [{ placement: "chat", n: most - 1 }],
      "one",
    );
  }),
];
