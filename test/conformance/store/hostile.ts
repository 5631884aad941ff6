import type { Count } from "../../../core/storage/counts.ts";
import { at, same, sameSet } from "../assert.ts";
import {
  apiKey,
  campaign,
  choice,
  count,
  creativeVersion,
  platform,
  press,
  publisher,
  topic,
} from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { accepted, inBalance, recorded, storeCase } from "../world.ts";

/** Well-formed text of 1 to 128 characters without NUL: all of it ids like any other. */
export const hostileIds: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "then",
  "1E2",
  "0",
  "-0",
  "true",
  "'; DROP TABLE campaigns; --",
  'quote"and\\backslash',
  "{a}:b,c",
  "%s $1 ?",
  "two\nlines\tand a tab",
  " leading and trailing ",
  "emoji 👩‍👩‍👧‍👦",
  "İstanbul",
  "e\u0301",
  "\u00e9",
  "a".repeat(128),
  "😀".repeat(128),
  "\u{10ffff}",
  "*",
  "a",
  "A",
];

export const hostileCases: readonly StoreCase[] = [
  storeCase("any text is an id: of campaigns, users, platforms, placements and topics", async (world) => {
    const cap = { impressions: 1, window: "day" } as const;
    await world.campaigns(
      ...hostileIds.map((id) => campaign(id, { totalBudgetMicros: 100, frequencyCap: cap })),
    );
    for (const id of hostileIds) {
      const names = { userKey: id, platformId: id, placement: id, language: "en" };
      const delivery = await world.issue([choice(id, 60, { creativeVersionId: id, topicId: id })], names);
      const { campaignId, creativeVersionId, topicId, userKey, platformId, placement } = await world.find(
        delivery.id,
      );
      same(
        [campaignId, creativeVersionId, topicId, userKey, platformId, placement],
        Array(6).fill(id),
        "stored delivery",
      );
      recorded(await world.record(press(delivery.id)), true);
      same(await world.refuse([choice(id, 1)], names), ["frequency_cap"], "reasons");
    }
    const spends = await world.second.readSpend(hostileIds);
    same(
      spends.map((spend) => [spend?.campaignId, spend?.usedMicros]),
      hostileIds.map((id) => [id, 60]),
      "spends",
    );
    for (const id of hostileIds) await inBalance(world, id, 1);
  }),

  storeCase("any text is an id: in the catalogue, and can be removed", async (world) => {
    const { version } = await world.first.readCatalog();
    const upserts = {
      publishers: hostileIds.map((id) => publisher({ id })),
      platforms: hostileIds.map((id) => platform({ id, publisherId: id })),
      campaigns: hostileIds.map((id) => campaign(id)),
      creatives: hostileIds.map((id) => {
        const { creative } = creativeVersion(id);
        return { versionId: id, creative: { ...creative, id } };
      }),
      topics: hostileIds.map((id) => topic({ id, name: id })),
    };
    same((await world.change(upserts)).outcome, "applied", "outcome");
    const { delta } = await world.second.catalogChanges(version);
    for (const kind of ["publishers", "platforms", "campaigns", "topics"] as const) {
      same((delta?.[kind] ?? []).map(({ id }) => id).sort(), [...hostileIds].sort(), kind);
    }
    same(await world.second.readCreatives(hostileIds), upserts.creatives, "creative versions");
    await world.change(
      {},
      hostileIds.map((id) => ({ kind: "campaign", id })),
    );
    const { delta: gone } = await world.second.catalogChanges(delta?.version);
    same((gone?.removed ?? []).map(({ id }) => id).sort(), [...hostileIds].sort(), "removed");
    for (const kind of ["campaign", "topic"] as const) {
      same(
        await world.second.readRemoved(hostileIds.map((id) => ({ kind, id }))),
        hostileIds.map((id) => (kind === "topic" ? undefined : { kind, entity: campaign(id) })),
        `${kind} as it last stood`,
      );
    }
  }),

  storeCase("any text is an id: of a key and its publisher", async ({ first, second }) => {
    const keys = hostileIds.map((id, index) => apiKey(id, 1_000 + index, { publisherId: id, label: id }));
    for (const key of keys) same(await first.addApiKey(key), "added", "answer");
    same(await second.listApiKeys(), keys, "keys");
    for (const [index, id] of hostileIds.entries()) {
      same(await second.listApiKeys(id), [at(keys, index)], "keys of one publisher");
    }
  }),

  storeCase("any text can be counted and read back, in every field", async ({ first, second }) => {
    const shown = ["advertiser", "campaignId", "creativeId", "topicId"] as const;
    const texts = ["publisherId", "platformId", "placement", "apiKeyId", "language", ...shown] as const;
    const line = (id: string): Count => ({
      ...count(),
      ...Object.fromEntries(texts.map((field) => [field, id])),
    });
    for (const n of [1, 2]) {
      await accepted(first.addCounts(hostileIds.map((id) => ({ ...line(id), n }))), "a line with any text");
    }
    const query = { from: 0, to: 1, metrics: ["request"], limit: 100 } as const;
    for (const field of texts) {
      sameSet(
        await second.readCounts({ ...query, by: [field] }),
        hostileIds.map((id) => ({ [field]: id, n: 3 })),
        `sums by ${field}`,
      );
    }
    for (const id of hostileIds) {
      same(
        await second.readCounts({ ...query, by: texts, platformIds: [id], campaignIds: [id] }),
        [{ ...Object.fromEntries(texts.map((field) => [field, id])), n: 3 }],
        `sums of ${JSON.stringify(id)}`,
      );
    }
  }),

  storeCase("a line of the longest ids that there are is counted", async ({ first, second }) => {
    // Nothing in them repeats, so that no database can press them together.
    const id = (from: number): string =>
      String.fromCodePoint(...Array.from({ length: 128 }, (_, n) => 0x20000 + from * 128 + n));
    const longest = count({
      platformId: id(0),
      placement: id(1),
      campaignId: id(2),
      creativeId: id(3),
      topicId: id(4),
      publisherId: id(5),
      apiKeyId: id(6),
      advertiser: id(7),
    });
    for (const n of [1, 2]) await accepted(first.addCounts([{ ...longest, n }]), "a line of long ids");
    const { hour: from, metric, n: _, ...fields } = longest;
    const shown = ["advertiser", "campaignId", "creativeId", "topicId"] as const;
    const by = ["publisherId", "platformId", "placement", "apiKeyId", "reason", ...shown] as const;
    const read = await second.readCounts({ from, to: 1, metrics: [metric], by, limit: 9 });
    same(read, [{ ...Object.fromEntries(by.map((field) => [field, fields[field]])), n: 3 }], "sums");
  }),
];
