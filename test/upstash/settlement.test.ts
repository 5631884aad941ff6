import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publisherPart } from "../../adapters/upstash/scripts/charge-lines.ts";
import { text } from "../../adapters/upstash/scripts/script.ts";
import { maxMicros, publisherPart as wantedPart } from "../../core/money.ts";
import type { Charge } from "../../core/storage/settlement-store.ts";
import { adjustment, campaign, choice, click, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { holdsLater } from "../core/property.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { type Backend, startBackend } from "./backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

test("the publisher's part of any amounts is that of the core", async () => {
  const amount = fc.oneof(
    fc.maxSafeNat(),
    fc.nat({ max: 2 ** 28 }),
    fc.nat({ max: 100 }),
    fc.nat({ max: 9 }).map((n) => maxMicros - n),
  );
  const ascending = fc.tuple(amount, amount, amount).map((all) => all.toSorted((a, b) => a - b));
  const script = `${text}${publisherPart}
    local parts = {}
    for n = 1, #ARGV, 3 do
      parts[#parts + 1] = text(publisherPart(tonumber(ARGV[n]), tonumber(ARGV[n + 1]), tonumber(ARGV[n + 2])))
    end
    return table.concat(parts, ' ')`;
  await holdsLater(
    fc.asyncProperty(fc.array(ascending, { minLength: 100, maxLength: 200 }), async (all) => {
      const charged = all.filter(([, , price]) => price !== 0);
      const orders = charged.flatMap(([a = 0, b = 0, price = 0]) => [
        [a, b, price],
        [b, a, price],
        [price, a, price],
      ]);
      const parts = await backend.bridge.redis("EVAL", script, "0", ...orders.flat().map(String));
      const wanted = orders.map(([micros = 0, publisher = 0, price = 0]) =>
        wantedPart(micros, publisher, price),
      );
      expect(parts).toBe(wanted.join(" "));
    }),
    20,
  );
});

test("charges that a filter leaves out end no list, however many they are, and all of them can be adjusted", async () => {
  const store = backend.openStore({ prefix: backend.newPrefix() });
  await storeCampaigns(store, campaign("a"), campaign("b"));
  const ids = Array.from({ length: 5_632 }, (_, n) => deliveryIdAt(Date.UTC(2026, 2, 4), n));
  const parts = Array.from({ length: 11 }, (_, n) => ids.slice(512 * n, 512 * (n + 1)));
  for (const [n, part] of parts.entries()) {
    const ofLast = n === 10 ? "b" : "a";
    await issueAll(
      store,
      part.map((id) => order(id, [choice(ofLast, 101, { publisherMicros: 33 })])),
    );
    await store.record(part.map(click));
  }
  const range = { from: 0, to: maxMicros, limit: 512 };
  const last = await store.listCharges({ ...range, campaignIds: ["b"] });
  expect(last.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(parts[10]?.toSorted());
  expect(await store.listCharges({ ...range, campaignIds: ["b"], after: last.at(-1) })).toEqual([]);

  const pages: Charge[][] = [];
  for (let after: Charge | undefined; ; after = pages.at(-1)?.at(-1)) {
    const page = await store.listCharges({ ...range, after });
    if (page.length === 0) break;
    pages.push([...page]);
    await store.adjustCharges(page.map(({ deliveryId }) => adjustment(`adj-${deliveryId}`, deliveryId, 50)));
    await store.adjustCharges(page.map(({ deliveryId }) => adjustment(`rest-${deliveryId}`, deliveryId)));
  }
  expect(
    pages
      .flat()
      .map(({ deliveryId }) => deliveryId)
      .toSorted(),
  ).toEqual(ids.toSorted());
  const sums = {
    charges: 5_632,
    adjustments: 2 * 5_632,
    spentMicros: 0,
    publisherMicros: 0,
    operatorMicros: 0,
  };
  expect(await store.readCharges({ from: 0, to: maxMicros, by: [], limit: 1 })).toMatchObject([sums]);
  expect(await store.auditLedger()).toMatchObject({
    advertiserMicros: 0,
    publisherMicros: 0,
    operatorMicros: 0,
  });
});
