import { amountTooLarge } from "../../../core/storage/amount-too-large.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type {
  ChargeField,
  ChargeFields,
  ChargeQuery,
  ChargeTotal,
} from "../../../core/storage/report-store.ts";
import { at, same, sameSet } from "../assert.ts";
import { quietNoon } from "../clock.ts";
import {
  adjustment,
  campaign,
  choice,
  click,
  creativeVersion,
  order,
  press,
  seen,
  unadjusted,
} from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, recorded, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const hourMs = 3_600_000;
const max = Number.MAX_SAFE_INTEGER;

const all: ChargeQuery = { from: 0, to: max, by: [], limit: 1_000 };

/** Two values of every field. */
const one: ChargeFields = {
  hour: quietNoon,
  publisherId: "publisher-1",
  advertiser: "An advertiser",
  apiKeyId: "",
  platformId: "pf_one",
  placement: "chat",
  campaignId: "a",
  creativeId: "cr-a",
  topicId: "",
  language: "en",
  format: "text",
  mark: "",
};
const two: ChargeFields = {
  hour: quietNoon + hourMs,
  publisherId: "publisher-2",
  advertiser: "Another advertiser",
  apiKeyId: "KEY00001",
  platformId: "pf_two",
  placement: "sidebar",
  campaignId: "b",
  creativeId: "cr-b",
  topicId: "travel",
  language: "en-GB",
  format: "quiz",
  mark: "marked",
};
export const chargeFields: readonly ChargeField[] = [
  "hour",
  "publisherId",
  "advertiser",
  "apiKeyId",
  "platformId",
  "placement",
  "campaignId",
  "creativeId",
  "topicId",
  "language",
  "format",
  "mark",
];

/** Sums of charges with half of the price for the publisher. */
function sums(charges: number, spentMicros: number): Omit<ChargeTotal, ChargeField> {
  const half = spentMicros / 2;
  return { charges, spentMicros, publisherMicros: half, operatorMicros: half, ...unadjusted };
}

/** Issues one delivery, and charges it by a press. */
async function charge(
  world: World,
  campaignId: string,
  priceMicros = 100,
  fields: Partial<ChargeFields> = {},
): Promise<Delivery> {
  const { platformId = "pf_one", placement = "chat", language = "en", topicId = "" } = fields;
  const { publisherId = "publisher-1", advertiser = "An advertiser", apiKeyId = "", mark = "" } = fields;
  const wish = choice(campaignId, priceMicros, {
    advertiser,
    creativeVersionId: (fields.creativeId ?? `cr-${campaignId}`).replace("cr-", "v1-"),
    topicId: topicId === "" ? undefined : topicId,
    format: fields.format === "quiz" ? "quiz" : "text",
  });
  const owner = { publisherId, platformId, apiKeyId };
  const delivery = await world.issue([wish], { ...owner, placement, language, mark });
  return recorded(await world.record(press(delivery.id)), true);
}

export const chargeReportCases: readonly StoreCase[] = [
  ...chargeFields.map((field) =>
    storeCase(`charges can be added up by ${field} alone, and by all but ${field}`, async (world) => {
      await world.campaigns(campaign("a"), campaign("b"));
      for (const [price, fields] of [
        [300, one],
        [400, { ...one, [field]: two[field] }],
      ] as const) {
        world.clock.set(fields.hour + 1_234_567);
        await charge(world, fields.campaignId, price, fields);
      }
      same(
        await world.second.readCharges({ ...all, by: [field] }),
        [
          { [field]: two[field], ...sums(1, 400) },
          { [field]: one[field], ...sums(1, 300) },
        ],
        `sums by ${field}`,
      );
      const rest = chargeFields.filter((name) => name !== field);
      const values = Object.fromEntries(rest.map((name) => [name, one[name]]));
      same(
        await world.second.readCharges({ ...all, by: rest }),
        [{ ...values, ...sums(2, 700) }],
        `sums by all but ${field}`,
      );
    }),
  ),

  storeCase("charges by no field are one sum, with each side's part", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const shares = [
      ["a", 100, 70],
      ["a", 1, 0],
      ["b", 3, 3],
    ] as const;
    for (const [id, price, publisherMicros] of shares) {
      const { id: deliveryId } = await world.issue([choice(id, price, { publisherMicros })]);
      recorded(await world.record(press(deliveryId)), true);
    }
    same(
      await world.second.readCharges(all),
      [{ charges: 3, spentMicros: 104, publisherMicros: 73, operatorMicros: 31, ...unadjusted }],
      "sums",
    );
  }),

  storeCase("where nothing was charged there are no sums", async (world) => {
    await world.campaigns(campaign("a", { totalBudgetMicros: 200 }));
    const free = await world.issue([choice("a", 0)]);
    recorded(await world.record(press(free.id)), false);
    await world.issue(["a"]);
    const unpaid = await world.issue(["a"], { surface: "bot" });
    same(await world.refuse([choice("a", 101)]), ["budget"], "reasons");
    world.clock.advance(hourMs + 1);
    same((await world.record(click(unpaid.id))).outcome, "expired", "outcome");
    await world.first.releaseExpired(10);
    for (const by of [[], chargeFields]) same(await world.second.readCharges({ ...all, by }), [], "sums");
    await charge(world, "a");
    for (const by of [[], chargeFields]) {
      same(
        await world.second.readCharges({ ...all, by, from: world.clock.now() + 1 }),
        [],
        "sums of the future",
      );
    }
  }),

  storeCase("a delivery's later events add no charge, and a bot's click is one", async (world) => {
    await world.campaigns(campaign("a"));
    const { id } = await charge(world, "a");
    world.clock.advance(1_000);
    for (const event of [press(id), press(id, 1), click(id), seen(id)]) await world.record(event);
    same(await world.second.readCharges(all), [sums(1, 100)], "sums after all that can happen");
    const bot = await world.issue(["a"], { surface: "bot", placement: "chat" });
    recorded(await world.record(click(bot.id)), true);
    same(
      await world.second.readCharges({ ...all, by: ["placement", "format", "language", "creativeId"] }),
      [{ placement: "chat", format: "text", language: "en", creativeId: "cr-a", ...sums(2, 200) }],
      "sums with a bot's",
    );
  }),

  storeCase("charges are read from an instant on, and before another", async (world) => {
    await world.campaigns(campaign("a"));
    const start = world.clock.now();
    for (const price of [2, 20, 200, 2_000]) {
      await charge(world, "a", price);
      world.clock.advance(1);
    }
    const spent = async (from: number, to: number): Promise<number | undefined> =>
      (await world.second.readCharges({ ...all, from, to }))[0]?.spentMicros;
    same(await spent(start + 1, start + 3), 220, "sum of the second and the third millisecond");
    same(await spent(start, start + 1), 2, "sum of the first millisecond");
    same(await spent(start + 3, start + 4), 2_000, "sum of the last millisecond");
    same(await spent(start, start), undefined, "sum of no time");
    same(await spent(start + 4, max), undefined, "sum of what comes after");
    same(await spent(0, start), undefined, "sum of what was before");
  }),

  storeCase("a charge belongs to the hour of its event, not of its issue", async (world) => {
    await world.campaigns(campaign("a"));
    world.clock.set(quietNoon + hourMs - 500);
    const { id } = await world.issue(["a"]);
    world.clock.advance(1_000);
    recorded(await world.record(seen(id)), true);
    same(
      await world.second.readCharges({ ...all, by: ["hour"] }),
      [{ hour: quietNoon + hourMs, ...sums(1, 100) }],
      "sums by hour",
    );
    const hour = { from: quietNoon, to: quietNoon + hourMs };
    same(await world.second.readCharges({ ...all, ...hour }), [], "sums of the hour of the issue");
  }),

  storeCase("all versions of a creative are one creative, also when it is gone", async (world) => {
    await world.campaigns(campaign("a"));
    await charge(world, "a");
    same((await world.change({ creatives: [creativeVersion("a", 2)] })).outcome, "applied", "edit");
    const { id } = await world.issue([choice("a", 100, { creativeVersionId: "v2-a" })]);
    await world.change({}, [
      { kind: "creative", id: "cr-a" },
      { kind: "campaign", id: "a" },
    ]);
    recorded(await world.record(press(id)), true);
    same(
      await world.second.readCharges({ ...all, by: ["creativeId"] }),
      [{ creativeId: "cr-a", ...sums(2, 200) }],
      "sums by creative",
    );
  }),

  storeCase("only charges of the requested platforms and campaigns are read", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const charges = [
      ["pf_one", "a", 2],
      ["pf_one", "b", 4],
      ["pf_two", "a", 8],
      ["pf_two", "b", 16],
    ] as const;
    for (const [platformId, id, price] of charges) await charge(world, id, price, { platformId });
    const sum = async (filter: Pick<ChargeQuery, "platformIds" | "campaignIds">): Promise<number> =>
      (await world.second.readCharges({ ...all, ...filter })).reduce(
        (total, { spentMicros }) => total + spentMicros,
        0,
      );
    same(await sum({ platformIds: ["pf_one"] }), 6, "sum of a platform");
    same(await sum({ platformIds: ["pf_one", "pf_two", "none"] }), 30, "sum of both platforms");
    same(await sum({ campaignIds: ["a"] }), 10, "sum of a campaign");
    same(await sum({ campaignIds: ["a"], platformIds: ["pf_two"] }), 8, "sum of a campaign on a platform");
    same(await sum({ platformIds: ["none"] }), 0, "sum of an unknown platform");
    same(await sum({ platformIds: [] }), 0, "sum of no platforms");
    same(await sum({ campaignIds: [] }), 0, "sum of no campaigns");
    same(await sum({ platformIds: undefined, campaignIds: undefined }), 30, "sum of all");
  }),

  storeCase("the largest spend comes first, and the limit leaves out the smallest", async (world) => {
    const ids = ["a", "b", "c", "d"];
    await world.campaigns(...ids.map((id) => campaign(id)));
    // The less often, the more: neither the number of charges nor the order of the names is that of the sums.
    const charges = [
      ["b", 10, 1],
      ["d", 4, 2],
      ["a", 2, 3],
      ["c", 20, 2],
    ] as const;
    for (const [id, price, times] of charges) {
      for (let n = 0; n < times; n += 1) await charge(world, id, price);
    }
    const query: ChargeQuery = { ...all, by: ["campaignId"] };
    const totals = [
      { campaignId: "c", ...sums(2, 40) },
      { campaignId: "b", ...sums(1, 10) },
      { campaignId: "d", ...sums(2, 8) },
      { campaignId: "a", ...sums(3, 6) },
    ];
    same(await world.second.readCharges(query), totals, "all sums");
    same(await world.second.readCharges({ ...query, limit: 2 }), totals.slice(0, 2), "two sums");
  }),

  storeCase("64 charges at once are all in the sums", async (world) => {
    await world.campaigns(campaign("a"));
    const ids = world.newIds(64);
    await world.first.issue(ids.map((id) => order(id, ["a"])));
    await race(world, 128, (store, index) => store.record([press(at(ids, index % 64))]));
    for (const store of [world.first, world.second]) {
      same(await store.readCharges(all), [sums(64, 6_400)], "sums");
    }
  }),

  storeCase("sums of charges are exact up to 2^53 - 1", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const large = await world.issue([choice("a", max - 2, { publisherMicros: max - 3 })]);
    const small = await world.issue([choice("b", 2, { publisherMicros: 0 })]);
    for (const { id } of [large, small]) recorded(await world.record(press(id)), true);
    same(
      await world.second.readCharges(all),
      [{ charges: 2, spentMicros: max, publisherMicros: max - 3, operatorMicros: 3, ...unadjusted }],
      "sums",
    );
  }),

  storeCase("a sum beyond 2^53 - 1 is refused, and its parts are exact", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const price = 2 ** 52 + 1;
    for (const campaignId of ["a", "b"]) {
      const { id } = await world.issue([choice(campaignId, price, { publisherMicros: price })]);
      recorded(await world.record(press(id)), true);
      world.clock.advance(hourMs);
    }
    const read = world.second.readCharges({ ...all, by: ["advertiser"] });
    const code = await read.then(
      (totals) => totals,
      (error: unknown) => error instanceof Error && "code" in error && error.code,
    );
    same(code, amountTooLarge, "code of the error");
    const part = { charges: 1, spentMicros: price, publisherMicros: price, operatorMicros: 0, ...unadjusted };
    sameSet(
      await world.second.readCharges({ ...all, by: ["campaignId"] }),
      ["a", "b"].map((campaignId) => ({ campaignId, ...part })),
      "sums by campaign",
    );
    const to = quietNoon + hourMs;
    same(await world.second.readCharges({ ...all, to }), [part], "sum of the first hour");
  }),

  storeCase("charges beyond 2^53 - 1 are exact less their adjustments", async (world) => {
    await world.campaigns(campaign("a"), campaign("b"));
    const taken = 2 ** 52 - 1;
    for (const [campaignId, price] of [
      ["a", max - 4],
      ["b", max - 5],
    ] as const) {
      const { id } = await world.issue([choice(campaignId, price, { publisherMicros: 0 })]);
      recorded(await world.record(press(id)), true);
      await world.second.adjustCharges([adjustment(`of ${campaignId}`, id, taken)]);
    }
    const spentMicros = max - 4 - taken + (max - 5 - taken);
    same(
      await world.second.readCharges(all),
      [
        {
          ...{ charges: 2, spentMicros, publisherMicros: 0, operatorMicros: spentMicros },
          ...{ ...unadjusted, adjustments: 2, adjustedMicros: 2 * taken },
        },
      ],
      "sums",
    );
  }),

  storeCase("any text can tell charges apart, in every field", async (world) => {
    await world.campaigns(...hostileIds.map((id) => campaign(id)));
    const creatives = hostileIds.map((id) => ({
      versionId: id,
      creative: { ...creativeVersion(id).creative, id },
    }));
    same((await world.change({ creatives })).outcome, "applied", "outcome");
    for (const id of hostileIds) {
      const wish = choice(id, 2, { advertiser: id, creativeVersionId: id, topicId: id });
      const owner = { publisherId: id, platformId: id, apiKeyId: id };
      const delivery = await world.issue([wish], { ...owner, placement: id, language: id });
      recorded(await world.record(press(delivery.id)), true);
    }
    const texts = chargeFields.filter((field) => !["hour", "format", "mark"].includes(field));
    for (const field of texts) {
      sameSet(
        await world.second.readCharges({ ...all, by: [field] }),
        hostileIds.map((id) => ({ [field]: id, ...sums(1, 2) })),
        `sums by ${field}`,
      );
    }
    for (const id of hostileIds) {
      same(
        await world.second.readCharges({ ...all, by: texts, platformIds: [id], campaignIds: [id] }),
        [{ ...Object.fromEntries(texts.map((field) => [field, id])), ...sums(1, 2) }],
        `sums of ${JSON.stringify(id)}`,
      );
    }
  }),
];
