import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { UniquesQuery } from "../../core/storage/report-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { choice, order } from "../conformance/fixtures.ts";
import { trafficOf } from "../core/management/quality-traffic.ts";
import { type Installation, install, type Reply } from "./installation.ts";

const noon = Date.parse("2026-03-10T12:00:00Z");
const hourMs = 3_600_000;

let now: number;
let place: Installation;

beforeEach(async () => {
  now = noon;
  place = await install({ clock: () => now });
});

/** Two hours of a publisher's platform. */
async function traffic(publisherId: string, platformId: string, clicks = 6, apiKeyId = ""): Promise<void> {
  for (const hour of [noon, noon - hourMs]) {
    await place.store.addCounts(trafficOf({ publisherId, platformId, clicks, apiKeyId, hour }));
  }
}

/** An ad that is seen by this visitor from this network. */
async function view(
  publisherId: string,
  platformId: string,
  userKey: string,
  network: string,
  apiKeyId = "",
): Promise<string> {
  const id = createDeliveryId(now, systemRandom);
  const wish = choice("wheels-bikes", 3_000, { advertiser: "Wheels", publisherMicros: 2_100 });
  await place.store.issue([order(id, [wish], { publisherId, platformId, apiKeyId, userKey, network })]);
  now += 1_000;
  await place.store.record([{ kind: "seen", deliveryId: id }]);
  return id;
}

async function quality(who: "operator" | "north" | "south" | "wheels", query = ""): Promise<Reply> {
  return place.call(who, "GET", `/quality${query}`);
}

function platforms({ json }: Reply): unknown[] {
  return Object(json["lines"]).map((line: unknown) => Object(line).platformId);
}

function sentences({ json }: Reply): unknown[] {
  return Object(json["lines"]).flatMap((line: unknown) =>
    Object(line).standsOut.map((one: unknown) => Object(one).sentence),
  );
}

const nineTimes = "Clicks per view are 9 times the median of this installation.";

describe("the quality of the traffic", () => {
  it("is told the operator by platform and key, with medians and what stands out", async () => {
    await traffic("north", "pf_north", 54);
    await traffic("north", "pf_north", 6, "KEY00001");
    for (const platformId of ["pf_south", "pf_east", "pf_west"]) await traffic("south", platformId);
    await view("north", "pf_north", "one", "network-1");
    const id = await view("north", "pf_north", "two", "network-1");
    now += 1_000;
    const part = { deliveryIds: [id], micros: 1_000, reason: "Views of a bot" };
    expect((await place.call("operator", "POST", "/adjustments", { body: part })).status).toBe(200);
    const reply = await quality("operator");
    expect(reply.json).toMatchObject({ from: "2026-03-04", to: "2026-03-10", timeZone: "UTC" });
    const lines: unknown[] = Object(reply.json["lines"]);
    expect(lines).toHaveLength(5);
    expect(lines).toContainEqual({
      publisherId: "north",
      platformId: "pf_north",
      apiKeyId: "",
      requests: 4_000,
      issued: 2_000,
      seen: 1_200,
      viewRate: 0.6,
      meanSecondsToView: 4,
      clicksPerView: 0.09,
      visitors: 2,
      networks: 1,
      viewsPerVisitor: 600,
      viewsPerNetwork: 1_200,
      excludedShare: 0.05,
      markedShare: 100 / 3_308,
      spendMicros: 5_000,
      earningsMicros: 3_500,
      adjustedMicros: 1_000,
      adjustedEarningsMicros: 700,
      standsOut: [{ figure: "clicksPerView", value: 0.09, median: 0.01, sentence: nineTimes }],
    });
    expect(reply.json["medians"]).toMatchObject({ viewRate: 0.6, clicksPerView: 0.01 });
    expect(sentences(reply)).toEqual([nineTimes]);
  });

  it("is of the days in the query", async () => {
    await traffic("north", "pf_north");
    expect(platforms(await quality("operator", "?from=2026-03-10&to=2026-03-10"))).toEqual(["pf_north"]);
    expect(platforms(await quality("operator", "?from=2026-03-09&to=2026-03-09"))).toEqual([]);
    const refused = await quality("operator", "?from=2026-03-10&to=2026-03-09");
    expect([refused.status, refused.json["errors"]]).toEqual([
      400,
      [expect.objectContaining({ path: "to" })],
    ]);
  });

  it("is a table, too", async () => {
    await traffic("north", "pf_north", 54);
    for (const platformId of ["pf_south", "pf_east", "pf_west"]) await traffic("south", platformId);
    const csv = await quality("operator", "?format=csv");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const [header, ...rows] = csv.text.trim().split("\r\n");
    expect(header).toBe(
      "publisherId,platformId,apiKeyId,requests,issued,seen,visitors,networks,viewRate,meanSecondsToView," +
        "clicksPerView,viewsPerVisitor,viewsPerNetwork,excludedShare,markedShare," +
        "spendMicros (USD),earningsMicros (USD),adjustedMicros (USD),adjustedEarningsMicros (USD),standsOut",
    );
    expect(rows).toHaveLength(4);
    expect(rows).toContainEqual(
      expect.stringMatching(
        /^north,pf_north,,4000,2000,1200,0,0,0\.6,4,0\.09,,,0\.05,[\d.]+,0,0,0,0,Clicks per view/,
      ),
    );
  });
});

it("visitors and networks are those of the line: its platform and its key", async () => {
  await traffic("north", "pf_north");
  await traffic("north", "pf_north", 6, "KEY00001");
  await traffic("north", "pf_north_2");
  await view("north", "pf_north", "one", "network-1");
  for (const visitor of ["one", "two"]) await view("north", "pf_north", visitor, "network-2", "KEY00001");
  for (const visitor of ["three", "four", "five"]) await view("north", "pf_north_2", visitor, visitor);
  const lines: unknown[] = Object((await quality("operator")).json["lines"]);
  expect(lines).toHaveLength(3);
  for (const [platformId, apiKeyId, visitors, networks] of [
    ["pf_north", "", 1, 1],
    ["pf_north", "KEY00001", 2, 1],
    ["pf_north_2", "", 3, 3],
  ]) {
    expect(lines).toContainEqual(expect.objectContaining({ platformId, apiKeyId, visitors, networks }));
  }
});

it("visitors and networks are in every line, by one read of each", async () => {
  const queries: UniquesQuery[] = [];
  const store = createMemoryStore({ clock: () => now });
  const readUniques: Store["readUniques"] = (query) => {
    queries.push(query);
    return store.readUniques(query);
  };
  place = await install({ clock: () => now, store: { ...store, readUniques } });
  const keys = Array.from({ length: 40 }, (_, n) => `KEY${String(n).padStart(5, "0")}`);
  for (const key of keys) {
    await traffic("north", "pf_north", 6, key);
    await view("north", "pf_north", `visitor-${key}`, `network-${key}`, key);
  }
  const lines: unknown[] = Object((await quality("operator")).json["lines"]);
  expect(lines).toHaveLength(40);
  for (const apiKeyId of keys) {
    expect(lines).toContainEqual(expect.objectContaining({ apiKeyId, visitors: 1, networks: 1 }));
  }
  expect(queries.map(({ of }) => of)).toEqual([undefined, "networks"]);
});

it("more platforms and keys than a query returns are refused with what to do", async () => {
  const store = createMemoryStore({ clock: () => now });
  const readUniques = async ({ limit = 0 }: UniquesQuery) =>
    Array.from({ length: limit }, () => ({ range: 0, n: 1 }));
  place = await install({ clock: () => now, store: { ...store, readUniques } });
  const refused = await quality("operator");
  expect([refused.status, refused.json["errors"]]).toEqual([
    400,
    [expect.objectContaining({ path: "from", message: expect.stringContaining("choose fewer days") })],
  ]);
});

describe("a publisher", () => {
  it("sees its own platforms, and those of nobody else", async () => {
    await traffic("north", "pf_north", 54);
    await traffic("south", "pf_south");
    await view("south", "pf_south", "one", "network-1");
    expect(platforms(await quality("north"))).toEqual(["pf_north"]);
    const south = await quality("south");
    expect(platforms(south)).toEqual(["pf_south"]);
    expect(south.json["lines"]).toMatchObject([{ visitors: 1, networks: 1, markedShare: 50 / 1_606 }]);
    for (const { text } of [south, await quality("south", "?format=csv")]) {
      expect(text).not.toMatch(/pf_north|a-rule/);
    }
  });

  it("is compared with five platforms of others or more, and not with fewer", async () => {
    await traffic("north", "pf_north", 54);
    for (const n of [1, 2, 3, 4]) await traffic("south", `pf_${n}`);
    const few = await quality("north");
    expect(Object.values(Object(few.json["medians"])).filter((median) => median !== null)).toEqual([]);
    expect(sentences(few)).toEqual([]);
    expect(sentences(await quality("operator"))).toEqual([nineTimes]);
    await traffic("north", "pf_north_2");
    expect(sentences(await quality("north"))).toEqual([]);
    await traffic("south", "pf_5");
    const enough = await quality("north");
    expect(enough.json["medians"]).toMatchObject({ clicksPerView: 0.01, viewsPerVisitor: null });
    expect(sentences(enough)).toEqual([nineTimes]);
  });
});

it("an advertiser is refused", async () => {
  await traffic("north", "pf_north");
  const reply = await quality("wheels");
  expect(reply.status).toBe(403);
  expect(reply.text).not.toContain("pf_north");
});

it("a caller without a token is refused", async () => {
  const request = new Request("https://ads.example/api/v1/manage/quality");
  expect((await place.management.fetch(request)).status).toBe(401);
});
