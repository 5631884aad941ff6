import { beforeEach, describe, expect, it } from "vitest";
import { amountTooLarge, StoreDataError } from "../../adapters/kit/mod.ts";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { reportAsCsv } from "../../core/reporting/csv.ts";
import { buildReport } from "../../core/reporting/report.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { choice, click, count, order, unadjusted } from "../conformance/fixtures.ts";
import { trafficOf } from "../core/management/quality-traffic.ts";
import { baseUrl, creative, type Installation, install, type Reply, secret } from "./installation.ts";

const noon = Date.parse("2026-03-10T12:00:00Z");
const hourMs = 3_600_000;
const noFields = {
  placement: "",
  apiKeyId: "",
  format: "",
  language: "",
  advertiser: "",
  campaignId: "",
  creativeId: "",
  topicId: "",
};

let now: number;
let place: Installation;
let handbill: Handbill;

beforeEach(async () => {
  now = noon;
  const clock = () => now;
  place = await install({ clock, store: createMemoryStore({ clock }) });
  handbill = createHandbill({
    store: place.store,
    baseUrl,
    secrets: [secret],
    clock,
    log: () => {},
    rateLimits: { adsPerKey: false, seenPerUser: false, interactPerUser: false },
  });
});

async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await handbill.fetch(
    new Request(`${baseUrl}/api/v1/web/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
      body: JSON.stringify({ platform_id: "pf_north", ...body }),
    }),
  );
  return JSON.parse(await response.text());
}

/** `asks` requests of one user, of which the first `views` are seen. */
async function traffic(user: string, asks: number, views: number): Promise<void> {
  const ads: Record<string, unknown>[] = [];
  for (let n = 0; n < asks; n++) {
    const { ad } = await post("ads", { stable_user_id: user });
    if (ad !== null) ads.push(Object(ad));
  }
  now += 1_000;
  for (const { delivery_id, view } of ads.slice(0, views)) {
    await post("seen", { stable_user_id: user, delivery_id, view });
  }
  await handbill.maintain();
}

function total({ json }: Reply): Readonly<Record<string, unknown>> {
  return Object(json["total"]);
}

describe("a report", () => {
  it("counts requests, ads, views and money, with their rates", async () => {
    await traffic("u1", 4, 3);
    const reply = await place.call("operator", "GET", "/reports?by=day,campaign");
    expect(total(reply)).toMatchObject({
      requests: 4,
      issued: 4,
      seen: 3,
      charges: 3,
      spendMicros: 9_000,
      earningsMicros: 6_300,
      fillRate: 1,
      viewRate: 0.75,
      clickThroughRate: 0,
      ecpmMicros: 3_000_000,
    });
    expect(reply.json["lines"]).toMatchObject([
      { day: "2026-03-10", campaign: "", requests: 4 },
      { day: "2026-03-10", campaign: "wheels-bikes", issued: 4, seen: 3, spendMicros: 9_000 },
    ]);
    expect(reply.json["uniques"]).toMatchObject([{}, {}, {}, {}, {}, {}, { day: "2026-03-10", users: 1 }]);
  });

  it("counts the reasons for no ad", async () => {
    await place.call("wheels", "POST", "/campaigns/wheels-bikes/pause");
    await traffic("u1", 2, 0);
    const reply = await place.call("north", "GET", "/reports?by=reason");
    expect(reply.json["lines"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: "topic", noAd: 2 })]),
    );
  });

  it("tells marked ads and charges apart for the operator, and for nobody else", async () => {
    for (const mark of ["", "", "a-rule"]) {
      const id = createDeliveryId(now, systemRandom);
      const wish = choice("wheels-bikes", 3_000, { advertiser: "Wheels", publisherMicros: 2_100 });
      await place.store.issue([order(id, [wish], { mark, publisherId: "north", platformId: "pf_north" })]);
      await place.store.record([click(id)]);
      const of = { reason: mark, hour: noon, publisherId: "north", platformId: "pf_north" } as const;
      await place.store.addCounts([
        count({ ...of, metric: "issued" }),
        count({ ...of, metric: "click" }),
        count({ ...of, metric: "no_ad", reason: "topic" }),
      ]);
    }
    const report = async (query: string, who: "operator" | "north" = "operator"): Promise<Reply> =>
      place.call(who, "GET", `/reports?${query}`);
    expect((await report("by=mark")).json["lines"]).toMatchObject([
      { mark: "", issued: 2, clicks: 2, noAd: 3, charges: 2, spendMicros: 6_000 },
      { mark: "a-rule", issued: 1, clicks: 1, noAd: 0, charges: 1, spendMicros: 3_000 },
    ]);
    const marked = await report("by=day&mark=a-rule");
    expect(total(marked)).toMatchObject({ issued: 1, clicks: 1, noAd: 0, charges: 1, spendMicros: 3_000 });
    expect(marked.json["uniques"]).toEqual([]);
    expect(total(await report("by=day&mark="))).toMatchObject({ issued: 2, noAd: 0, charges: 2 });
    const reasons = await report("by=reason", "north");
    expect(reasons.json["lines"]).toMatchObject([
      { reason: "", issued: 3, noAd: 0 },
      { reason: "topic", issued: 0, noAd: 3 },
    ]);
    for (const [query, path] of [
      ["by=mark", "by"],
      ["mark=a-rule", "mark"],
    ] as const) {
      const refused = await report(query, "north");
      expect([refused.status, refused.json["errors"]]).toEqual([400, [expect.objectContaining({ path })]]);
    }
  });

  it.each([
    ["UTC", "2026-03-10"],
    ["Pacific/Auckland", "2026-03-11"],
    ["America/Los_Angeles", "2026-03-10"],
  ])("has the days of %s", async (timeZone, day) => {
    await traffic("u1", 1, 1);
    const reply = await place.call("operator", "GET", `/reports?by=day&timeZone=${timeZone}`);
    expect(reply.json["lines"]).toMatchObject([{ day, requests: 1, spendMicros: 3_000 }]);
    expect(reply.json["to"]).toBe(day);
  });

  it("gives an hour that two days share to the day on which it begins, with its views and its money", async () => {
    // Midnight in India is at 18:30.
    for (const at of ["18:05", "18:45", "19:05"]) {
      now = Date.parse(`2026-03-10T${at}:00Z`);
      await traffic(`u-${at}`, 1, 1);
    }
    for (const [day, shown] of [
      ["2026-03-10", 2],
      ["2026-03-11", 1],
    ] as const) {
      const of = `from=${day}&to=${day}&timeZone=Asia/Kolkata`;
      const reply = await place.call("operator", "GET", `/reports?by=day&${of}`);
      const money = { charges: shown, spendMicros: 3_000 * shown };
      expect(reply.json["lines"]).toMatchObject([{ day, requests: shown, seen: shown, ...money }]);
      expect([reply.json["from"], reply.json["to"]]).toEqual([day, day]);
      expect(reply.json["uniques"]).toEqual([{ day, users: shown }]);
    }
    const both = await place.call("operator", "GET", "/reports?by=day&to=2026-03-11&timeZone=Asia/Kolkata");
    expect(both.json["lines"]).toMatchObject([
      { day: "2026-03-10", charges: 2, seen: 2 },
      { day: "2026-03-11", charges: 1, seen: 1 },
    ]);
  });

  it("counts each user once a day", async () => {
    await traffic("u1", 3, 3);
    await traffic("u2", 1, 1);
    now += 24 * hourMs;
    await traffic("u1", 1, 1);
    const reply = await place.call("operator", "GET", "/reports?from=2026-03-10&to=2026-03-11");
    expect(reply.json["uniques"]).toEqual([
      { day: "2026-03-10", users: 2 },
      { day: "2026-03-11", users: 1 },
    ]);
  });

  it("shows a publisher its earnings and no spend, another publisher nothing", async () => {
    await traffic("u1", 2, 2);
    const north = total(await place.call("north", "GET", "/reports"));
    expect(north).toMatchObject({ requests: 2, earningsMicros: 4_200 });
    expect(north).not.toHaveProperty("spendMicros");
    expect(total(await place.call("south", "GET", "/reports"))).toMatchObject({
      requests: 0,
      earningsMicros: 0,
    });
    expect(total(await place.call("south", "GET", "/reports?platform=pf_north"))).toMatchObject({
      requests: 0,
    });
    expect((await place.call("north", "GET", "/reports?by=campaign")).status).toBe(400);
  });

  it("shows an advertiser the spend of its own campaigns", async () => {
    await traffic("u1", 2, 2);
    const wheels = total(await place.call("wheels", "GET", "/reports?by=campaign"));
    expect(wheels).toMatchObject({ issued: 2, seen: 2, spendMicros: 6_000 });
    expect(wheels).not.toHaveProperty("earningsMicros");
    expect(wheels).not.toHaveProperty("requests");
    expect(total(await place.call("roaster", "GET", "/reports"))).toMatchObject({
      issued: 0,
      spendMicros: 0,
    });
  });

  it.each([
    ["north", "campaign=wheels-bikes"],
    ["wheels", "platform=pf_north"],
  ] as const)("cannot be filtered by %s, which is not a dimension of the role: %s", async (who, filter) => {
    await traffic("u1", 2, 2);
    const reply = await place.call(who, "GET", `/reports?${filter}`);
    expect([reply.status, reply.json["lines"]]).toEqual([400, undefined]);
    expect(reply.json["errors"]).toMatchObject([{ path: filter.split("=")[0] }]);
  });

  it("is CSV on request", async () => {
    await traffic("u1", 1, 1);
    const reply = await place.call("operator", "GET", "/reports?by=day,platform&format=csv");
    expect(reply.headers.get("content-type")).toContain("text/csv");
    const [header, line, end] = reply.text.split("\r\n");
    expect(header).toMatch(/^day,platform,requests,issued,/);
    expect(line).toMatch(/^2026-03-10,pf_north,1,1,0,1,/);
    expect(end).toBe("");
  });

  it.each([
    "by=nothing",
    "by=day,nothing",
    "from=2026-13-01",
    "from=2026-02-31",
    "to=2026-02-29",
    "from=0000-01-01",
    "from=yesterday",
    "from=2026-03-11&to=2026-03-10",
    "from=2020-01-01&to=2026-03-10",
    "timeZone=Mars/Base",
    "format=xml",
  ])("refuses ?%s and says what to do", async (query) => {
    const reply = await place.call("operator", "GET", `/reports?${query}`);
    expect(reply.status).toBe(400);
    expect(String(reply.json["detail"]).length).toBeGreaterThan(10);
  });

  it("has an ad's request, view and charge in one line of its language, for any tag that was sent", async () => {
    const tags = ["en-GB", "en", "en-x-me", "en-US-u-ca-gregory", "en-1994", "fr", "x-me"];
    const ads: Record<string, unknown>[] = [];
    for (const language_code of tags) {
      const { ad } = await post("ads", { stable_user_id: "u", language_code });
      if (ad !== null) ads.push(Object(ad));
    }
    now += 1_000;
    for (const { delivery_id, view } of ads) await post("seen", { stable_user_id: "u", delivery_id, view });
    await handbill.maintain();
    const reply = await place.call("operator", "GET", "/reports?by=language");
    expect(reply.json["lines"]).toMatchObject([
      { language: "en", requests: 5, issued: 5, seen: 5, charges: 5 },
      { language: "other", requests: 2, noAd: 2, charges: 0 },
    ]);
  });

  it("agrees with the ledger to the micro-unit after a storm of views, presses and clicks", async () => {
    await place.call("operator", "PUT", "/campaigns/roaster-coffee", {
      body: { advertiser: "Roaster", name: "Coffee", priceMicros: 3_331, totalBudgetMicros: 70_001 },
      headers: { "if-match": "*" },
    });
    await place.call("operator", "POST", "/creatives", { body: creative("cr-roaster-2", "roaster-coffee") });
    now += 2_000;
    for (let round = 0; round < 6; round++) {
      await Promise.all(Array.from({ length: 16 }, (_, n) => traffic(`u${n}`, 2, (n + round) % 3)));
      now += 17 * 60_000;
    }
    const ledger = await place.store.auditLedger();
    expect(ledger.campaigns.every((one) => one.usedMicros === one.chargedMicros)).toBe(true);
    for (const by of ["", "day", "hour,platform,placement,campaign,creative,topic,language,format"]) {
      const reply = await place.call("operator", "GET", `/reports?by=${by}`);
      expect(total(reply)).toMatchObject({
        spendMicros: ledger.advertiserMicros,
        earningsMicros: ledger.publisherMicros,
        charges: ledger.campaigns.reduce((sum, { charges }) => sum + charges, 0),
      });
    }
    expect(ledger.advertiserMicros).toBeGreaterThan(70_001);
  });

  it("are refused with advice where a sum passes 2^53 - 1", async () => {
    const sums = {
      charges: 1,
      spentMicros: 2 ** 52,
      publisherMicros: 0,
      operatorMicros: 2 ** 52,
      ...unadjusted,
    };
    const charges = ["a", "b"].map((campaignId) => ({ campaignId, ...sums }));
    const store = { ...createMemoryStore(), readCharges: async () => charges };
    const summing = await install({ clock: () => now, store });
    const tooLarge = new StoreDataError("Too large.", { code: amountTooLarge });
    const refusing = await install({
      clock: () => now,
      store: { ...store, readCharges: () => Promise.reject(tooLarge) },
    });
    for (const on of [summing, refusing]) {
      for (const path of ["/reports?by=campaign", "/reports?by=day"]) {
        const { status, json } = await on.call("operator", "GET", path);
        expect([status, json["detail"]]).toEqual([
          400,
          expect.stringMatching(/9,007,199,254 units .* shorter time/),
        ]);
      }
    }
  });

  it("are exact where a sum passes 2^53 - 1 before adjustments are taken off", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const charges = [most, 2, -2].map((spentMicros, index) => ({
      campaignId: `c${index}`,
      publisherId: "north",
      platformId: "pf_north",
      apiKeyId: "",
      charges: 1,
      spentMicros,
      publisherMicros: spentMicros,
      operatorMicros: 0,
      ...unadjusted,
    }));
    const of = { ...noFields, hour: noon, publisherId: "north", platformId: "pf_north" } as const;
    const store = { ...createMemoryStore({ clock: () => now }), readCharges: async () => charges };
    await store.addCounts([{ ...of, metric: "request", reason: "", n: 1 }]);
    const summing = await install({ clock: () => now, store });
    const report = await summing.call("operator", "GET", "/reports?by=campaign");
    expect(report.json["total"]).toMatchObject({ spendMicros: most, earningsMicros: most });
    const quality = await summing.call("operator", "GET", "/quality?from=2026-01-01");
    expect(quality.json["lines"]).toMatchObject([{ spendMicros: most, earningsMicros: most }]);
  });

  it("names the rule that excluded a request for the operator, and only that it was excluded for a publisher", async () => {
    const of = {
      ...noFields,
      hour: noon,
      publisherId: "north",
      platformId: "pf_north",
      metric: "no_ad",
      n: 1,
    } as const;
    await place.store.addCounts([
      { ...of, reason: "bot" },
      { ...of, reason: "no_user_agent" },
      { ...of, reason: "topic" },
    ]);
    const reasonsOf = async (who: "operator" | "north"): Promise<unknown> => {
      const { json } = await place.call(who, "GET", "/reports?by=reason");
      const lines: readonly Record<string, unknown>[] = Object(json["lines"]);
      return lines.map(({ reason, noAd }) => [reason, noAd]);
    };
    expect(await reasonsOf("operator")).toEqual([
      ["bot", 1],
      ["no_user_agent", 1],
      ["topic", 1],
    ]);
    expect(await reasonsOf("north")).toEqual([
      ["excluded", 2],
      ["topic", 1],
    ]);
  });
});

describe("excluded and marked traffic in a report", () => {
  const mine = { publisherId: "north", platformId: "pf_north", advertiser: "Wheels", hour: noon };

  async function report(who: "operator" | "north" | "wheels", by: string): Promise<Reply> {
    await place.store.addCounts(trafficOf(mine));
    return place.call(who, "GET", `/reports?by=${by}`);
  }

  /** The header of the same report as CSV. */
  async function header(who: "operator" | "north" | "wheels", by: string): Promise<readonly string[]> {
    const { text } = await place.call(who, "GET", `/reports?by=${by}&format=csv`);
    return text.split("\r\n")[0]?.split(",") ?? [];
  }

  it("is counted for the operator, with its shares, in every line and in all", async () => {
    await place.store.addCounts(trafficOf({ ...mine, platformId: "pf_other" }));
    const reply = await report("operator", "platform");
    const line = { excluded: 100, marked: 50, excludedShare: 0.05, markedShare: 50 / 1_606 };
    expect(reply.json["lines"]).toMatchObject([
      { platform: "pf_north", ...line },
      { platform: "pf_other", ...line },
    ]);
    expect(total(reply)).toMatchObject({ ...line, excluded: 200, marked: 100 });
    const names = ["excluded", "marked", "excludedShare", "markedShare"];
    expect((await header("operator", "platform")).slice(-4)).toEqual(names);
    const marks = await place.call("operator", "GET", "/reports?by=mark");
    expect(marks.json["lines"]).toMatchObject([
      { mark: "", excluded: 200, marked: 0, markedShare: 0 },
      { mark: "a-rule", issued: 100, marked: 100, markedShare: 1 },
    ]);
  });

  it("has no share where there are no requests and no ads", async () => {
    expect(total(await place.call("operator", "GET", "/reports"))).toMatchObject({
      excluded: 0,
      marked: 0,
      excludedShare: null,
      markedShare: null,
    });
  });

  it.each(["day", "platform", "key", "day,platform,key", ""])(
    "is shown a publisher by %j: of marks the share, and no number",
    async (by) => {
      const reply = await report("north", by);
      expect(total(reply)).toMatchObject({ excluded: 100, excludedShare: 0.05, markedShare: 50 / 1_606 });
      expect(await header("north", by)).toContain("markedShare");
      expect(await header("north", by)).not.toContain("marked");
      expect(reply.text).not.toMatch(/"marked"|a-rule/);
    },
  );

  it.each(["hour", "placement", "topic", "language", "format", "reason", "day,placement"])(
    "shows a publisher nothing of marks by %s",
    async (by) => {
      const reply = await report("north", by);
      expect(total(reply)).toMatchObject({ excluded: 100 });
      expect(await header("north", by)).not.toContain("markedShare");
      expect(reply.text).not.toMatch(/"marked|a-rule/);
    },
  );

  it("is not shown an advertiser", async () => {
    const reply = await report("wheels", "day");
    expect(total(reply)).toMatchObject({ issued: 1_000, seen: 600 });
    expect(reply.text).not.toMatch(/"marked|"excluded/);
    expect((await header("wheels", "day")).join()).not.toMatch(/marked|excluded/);
  });
});

describe("a report's table", () => {
  it("makes values inert that a spreadsheet would run as formulas, and quotes values with commas", () => {
    const counts = ['=HYPERLINK("x")', "+1", "@a", "a,b", 'a"b', "plain"].map((placement) => ({
      metric: "request" as const,
      placement,
      n: 1,
    }));
    const csv = reportAsCsv(buildReport(counts, [], { dimensions: ["placement"], timeZone: "UTC" }), "EUR");
    const values = csv
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.replace(/,1(,0){9}.*$/, ""));
    expect(values.sort()).toEqual([`"'=HYPERLINK(""x"")"`, "'+1", "'@a", '"a,b"', '"a""b"', "plain"].sort());
  });
});
