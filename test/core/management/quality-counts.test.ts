import { expect, test } from "vitest";
import { CountTable } from "../../../adapters/memory/count-table.ts";
import { ofPlatforms, readQualityCounts } from "../../../core/management/quality-counts.ts";
import { count } from "../../conformance/fixtures.ts";
import { trafficOf } from "./quality-traffic.ts";
import { campaign } from "./webhooks/scenery.ts";

const span = { from: 0, to: 3_600_000 };
const north = { publisherId: "north", platformId: "pf_north" };
const ofHour = {
  ...north,
  requests: 2_000,
  excluded: 100,
  issued: 1_000,
  seen: 600,
  clicks: 6,
  viewSeconds: 2_400,
  adEvents: 1_606,
  marked: 50,
  visitors: null,
  networks: null,
};

function storeOf(...lists: readonly ReturnType<typeof trafficOf>[]) {
  const table = new CountTable();
  for (const counts of lists) table.add(counts);
  return { readCounts: async (query: Parameters<CountTable["read"]>[0]) => table.read(query) };
}

test("events are added up by platform and key, and by platform", async () => {
  const store = storeOf(
    trafficOf(north),
    trafficOf({ ...north, apiKeyId: "KEY00001", hour: 1 }),
    trafficOf({ ...north, hour: span.to }),
  );
  const counts = await readQualityCounts(store, [], span);
  expect(counts).toEqual([
    { ...ofHour, apiKeyId: "" },
    { ...ofHour, apiKeyId: "KEY00001" },
  ]);
  const [platform, ...others] = ofPlatforms(
    (counts ?? []).map((one) => ({ ...one, visitors: 3, networks: null })),
  );
  expect(others).toEqual([]);
  expect(platform).toMatchObject({ apiKeyId: "", requests: 4_000, clicks: 12, marked: 100, visitors: 6 });
  expect(platform?.networks).toBeNull();
});

test("a bot's messages and ads without a price are left out: neither has a view", async () => {
  const store = storeOf(
    trafficOf(north),
    trafficOf({ ...north, format: "bot" }),
    ["issued", "seen", "click"].map((metric) =>
      count({
        ...north,
        metric: metric === "seen" ? "seen" : metric === "click" ? "click" : "issued",
        campaignId: "house",
        n: 500,
      }),
    ),
  );
  const campaigns = [campaign({ id: "house", priceMicros: 0 }), campaign({ id: "paid" })];
  expect(await readQualityCounts(store, campaigns, span)).toEqual([{ ...ofHour, apiKeyId: "" }]);
  const [withHouse] = (await readQualityCounts(store, [], span)) ?? [];
  expect(withHouse).toMatchObject({ issued: 1_500, seen: 1_100 });
});
