import { beforeEach, describe, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { choice, order, press } from "../conformance/fixtures.ts";
import { type CallerName, type Installation, install, type Reply } from "./installation.ts";

const noon = Date.parse("2026-10-15T12:00:00Z");

let now: number;
let place: Installation;

beforeEach(async () => {
  now = noon;
  place = await install({ clock: () => now });
});

/** A charge of 3,000 micros, of which 2,100 are the publisher's. */
async function charge(publisherId: string, fields: object = {}): Promise<string> {
  now += 1_000;
  const id = createDeliveryId(now, systemRandom);
  const wish = choice("wheels-bikes", 3_000, { advertiser: "Wheels", publisherMicros: 2_100 });
  await place.store.issue([order(id, [wish], { publisherId, platformId: `pf_${publisherId}`, ...fields })]);
  await place.store.record([press(id)]);
  now += 1_000;
  return id;
}

function adjust(body: object, who: CallerName = "operator"): Promise<Reply> {
  return place.call(who, "POST", "/adjustments", { body });
}

const reason = "Views of a bot";

describe("adjustments over the API", () => {
  it("are planned, made once, and listed to each role with its own side of the money", async () => {
    await charge("north");
    await charge("south");
    const sums = { matched: 1, adjustments: 1, micros: 3_000, publisherMicros: 2_100, settled: 0 };
    const plan = await adjust({ plan: true, platformIds: ["pf_north"] });
    expect(plan.status).toBe(200);
    expect(plan.json).toMatchObject({ plan: true, ...sums, repeated: 0, next: null });
    expect((await place.call("operator", "GET", "/adjustments")).json).toEqual({
      currency: "USD",
      items: [],
      next: null,
    });

    const wanted = { operation: "op-1", platformIds: ["pf_north"], reason };
    expect((await adjust(wanted)).json).toMatchObject({
      operation: "op-1",
      plan: false,
      ...sums,
      repeated: 0,
      lines: [{ publisherId: "north", platformId: "pf_north", campaignId: "wheels-bikes", adjustments: 1 }],
    });
    expect((await adjust(wanted)).json).toMatchObject({ ...sums, repeated: 1 });
    expect((await adjust({ ...wanted, operation: "op-2" })).json).toMatchObject({
      adjustments: 0,
      settled: 1,
    });

    const seenBy = async (who: CallerName) => (await place.call(who, "GET", "/adjustments")).json["items"];
    expect(await seenBy("operator")).toMatchObject([
      { id: expect.stringMatching(/^op-1:/), micros: 3_000, publisherMicros: 2_100, actor: "operator" },
    ]);
    expect(Object.keys(Object(await seenBy("north"))[0])).toEqual([
      ...["id", "at", "deliveryId", "reason", "platformId", "apiKeyId", "publisherMicros"],
    ]);
    expect(Object.keys(Object(await seenBy("wheels"))[0])).toEqual([
      ...["id", "at", "deliveryId", "reason", "campaignId", "micros", "restoresBudget"],
    ]);
    expect(await seenBy("south")).toEqual([]);
    expect(await seenBy("roaster")).toEqual([]);
    expect((await adjust(wanted, "north")).status).toBe(403);
    expect((await adjust(wanted, "wheels")).status).toBe(403);
    expect((await place.call("north", "GET", "/adjustments?campaign=wheels-bikes")).status).toBe(400);
    expect((await place.call("wheels", "GET", "/adjustments?platform=pf_north")).status).toBe(400);
  });

  it("select by key, mark, network, time and id", async () => {
    const marked = await charge("north", { mark: "burst", network: "n1", apiKeyId: "key00001" });
    const from = new Date(now).toISOString();
    const plain = await charge("north");
    const count = async (selection: object) => (await adjust({ plan: true, ...selection })).json["matched"];
    expect(await count({ marks: ["burst"] })).toBe(1);
    expect(await count({ marks: [""] })).toBe(1);
    expect(await count({ networks: ["n1"] })).toBe(1);
    expect(await count({ apiKeyIds: ["key00001"] })).toBe(1);
    expect(await count({ apiKeyIds: [""] })).toBe(1);
    expect(await count({ from })).toBe(1);
    expect(await count({ to: from, publisherIds: ["north"] })).toBe(1);
    expect(await count({ deliveryIds: [marked, plain] })).toBe(2);
    expect(await count({ deliveryIds: [marked], marks: [""] })).toBe(0);
    expect(await count({ campaignIds: ["roaster-coffee"] })).toBe(0);
  });

  it("take a part of a single charge, and say what is left of it", async () => {
    const id = await charge("north");
    const part = (operation: string, micros: number) =>
      adjust({ operation, micros, reason, deliveryIds: [id], restoresBudget: true });
    expect((await part("op-1", 1_000)).json).toMatchObject({ micros: 1_000, publisherMicros: 700 });
    const tooMuch = await part("op-2", 2_001);
    expect([tooMuch.status, Object(tooMuch.json).errors]).toEqual([
      400,
      [{ path: "micros", message: "Send at most 2000, which is left of the charge." }],
    ]);
    const spend = await place.call("operator", "GET", "/campaigns/wheels-bikes/spend");
    expect(spend.json).toMatchObject({ spentMicros: 2_000, usedMicros: 2_000, dayUsedMicros: 3_000 });
    const life = await place.call("operator", "GET", `/deliveries/${id}`);
    expect(life.json).toMatchObject({ adjustedMicros: 1_000, adjustedPublisherMicros: 700 });
  });

  it("continue from piece to piece, and lists from page to page", async () => {
    for (let n = 0; n < 3; n += 1) await charge("north");
    await adjust({ operation: "op-1", publisherIds: ["north"], reason });
    const first = await place.call("north", "GET", "/adjustments?limit=2");
    expect(Object(first.json["items"])).toHaveLength(2);
    const next = encodeURIComponent(String(first.json["next"]));
    const second = await place.call("north", "GET", `/adjustments?limit=2&after=${next}`);
    expect([Object(second.json["items"]).length, second.json["next"]]).toEqual([1, null]);
    const after = `${now}-${"x".repeat(21)}w`;
    const rest = await adjust({ operation: "op-1", publisherIds: ["north"], reason, after });
    expect(rest.json).toMatchObject({ matched: 0, next: null });
  });

  it("are refused with an id that was begun with other arguments", async () => {
    const id = await charge("north");
    const wanted = { operation: "op-1", micros: 1_000, deliveryIds: [id], reason };
    expect((await adjust(wanted)).json).toMatchObject({ micros: 1_000, repeated: 0 });
    now += 1_000;
    expect((await adjust(wanted)).json).toMatchObject({ micros: 1_000, repeated: 1 });
    for (const other of [{ micros: 2_000 }, { reason: "Late" }, { restoresBudget: true }]) {
      const { status, json } = await adjust({ ...wanted, ...other });
      expect([status, json]).toMatchObject([409, { code: "exists" }]);
      expect(json["detail"]).toMatch(/^Operation op-1 was begun with another .+ or choose another id\.$/);
      expect((await adjust({ ...wanted, ...other, plan: true })).status).toBe(409);
    }
    expect((await adjust({ ...wanted, plan: true })).json).toMatchObject({ repeated: 1 });
  });

  it("say what is wrong with a selection", async () => {
    const id = await charge("north");
    for (const [body, path] of [
      [{ reason }, "from"],
      [{ plan: true }, "from"],
      [{ from: "2026-10-15T12:00:00Z" }, "reason"],
      [{ from: "yesterday", reason }, "from"],
      [{ from: "2026-10-15T13:00:00Z", to: "2026-10-15T12:00:00Z", reason }, "from"],
      [{ marks: ["burst"], to: "2026-10-16T12:00:00Z", reason }, "to"],
      [{ marks: ["burst"], micros: 1, reason }, "micros"],
      [{ deliveryIds: [id, id], reason }, "deliveryIds[1]"],
      [{ deliveryIds: ["short"], reason }, "deliveryIds[0]"],
      [{ platformIds: [], reason }, "platformIds"],
      [{ platformIds: ["pf_north"], reason: " " }, "reason"],
      [{ platformIds: ["pf_north"], reason, operation: "a b" }, "operation"],
      [{ platformIds: ["pf_north"], reason, after: `1-${id}` }, "operation"],
      [{ platformIds: ["pf_north"], reason, operation: "op", after: "x" }, "after"],
    ] as const) {
      const { status, json } = await adjust(body);
      expect([status, Object(json).errors?.[0].path, body]).toEqual([400, path, body]);
    }
    expect((await adjust({ from: "2126-10-15T12:00:00Z", reason })).json["detail"]).toBe(
      "from: Send an instant that is not in the future.",
    );
    expect((await place.call("north", "GET", "/adjustments?after=x")).status).toBe(400);
    expect((await adjust({ plan: true, deliveryIds: [id] })).json).toMatchObject({ settled: 0 });
  });

  it("are noted in the audit trail, without the advertiser's money for publishers", async () => {
    await charge("north");
    await adjust({ operation: "op-1", platformIds: ["pf_north"], reason });
    await adjust({ operation: "op-1", platformIds: ["pf_north"], reason });
    const own = await place.call("north", "GET", "/audit?kind=charge");
    const paths = (reply: Reply) => Object(reply.json).items[0].changes.map(({ path }: never) => path);
    expect(own.json).toMatchObject({ items: [{ action: "adjust", entityId: "op-1", publisherId: "north" }] });
    expect(Object(own.json).items).toHaveLength(1);
    expect(paths(own)).toEqual(["adjustments", "publisherMicros", "restoresBudget", "reason"]);
    const all = await place.call("operator", "GET", "/audit?kind=charge&entityId=op-1");
    expect(paths(all)).toContain("micros");
    expect(Object((await place.call("south", "GET", "/audit?kind=charge")).json).items).toEqual([]);
  });

  it("show in reports: amounts are net, with what was taken back beside them", async () => {
    const [, id] = [await charge("north"), await charge("north")];
    await adjust({ micros: 500, deliveryIds: [id], reason });
    const report = async (who: CallerName) =>
      (await place.call(who, "GET", "/reports?from=2026-10-15")).json["total"];
    expect(await report("operator")).toMatchObject({
      charges: 2,
      spendMicros: 5_500,
      earningsMicros: 3_850,
      adjustedMicros: 500,
      adjustedEarningsMicros: 350,
    });
    expect(await report("north")).toMatchObject({ earningsMicros: 3_850, adjustedEarningsMicros: 350 });
    expect(await report("north")).not.toHaveProperty("adjustedMicros");
    expect(await report("wheels")).toMatchObject({ spendMicros: 5_500, adjustedMicros: 500 });
    expect(await report("wheels")).not.toHaveProperty("adjustedEarningsMicros");
  });
});
