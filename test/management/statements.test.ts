import { beforeEach, describe, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { choice, order, press } from "../conformance/fixtures.ts";
import { type Installation, install, type Reply } from "./installation.ts";

const october = Date.parse("2026-10-15T12:00:00Z");
const november = Date.parse("2026-11-05T12:00:00Z");

let now: number;
let place: Installation;

beforeEach(async () => {
  now = october;
  place = await install({ clock: () => now });
});

/** A charge of 3,000 micros, of which 2,100 are the publisher's. */
async function charge(publisherId: string, platformId: string, advertiser = "Wheels"): Promise<string> {
  const id = createDeliveryId(now, systemRandom);
  const wish = choice("wheels-bikes", 3_000, { advertiser, publisherMicros: 2_100 });
  await place.store.issue([order(id, [wish], { publisherId, platformId })]);
  await place.store.record([press(id)]);
  return id;
}

async function close(body: object, who: "operator" | "north" | "wheels" = "operator"): Promise<Reply> {
  return place.call(who, "POST", "/statements", { body });
}

const id = encodeURIComponent("1-publisher:north");

describe("statements over the API", () => {
  it("are closed for every account with charges, and read by their owners", async () => {
    await charge("north", "pf_north");
    await charge("north", "pf_north");
    await charge("south", "pf_south");
    now = november;
    const closed = await close({ period: "2026-10" });
    expect(closed.status).toBe(200);
    expect(closed.json).toMatchObject({
      items: [
        { account: "advertiser:Wheels", outcome: "closed" },
        { account: "publisher:north", outcome: "closed" },
        { account: "publisher:south", outcome: "closed" },
      ],
      next: null,
    });
    const again = await close({ period: "2026-10" });
    expect(Object(again.json).items.map((item: { outcome: string }) => item.outcome)).toEqual([
      "stored",
      "stored",
      "stored",
    ]);
    const whole = await place.call("operator", "GET", `/statements/${id}`);
    expect(whole.json).toMatchObject({
      id: "1-publisher:north",
      period: "2026-10",
      closedBy: "operator",
      total: {
        charges: 2,
        chargedMicros: 6_000,
        spentMicros: 6_000,
        earningsMicros: 4_200,
        operatorMicros: 1_800,
      },
      lines: [{ kind: "platform", id: "pf_north", charges: 2 }],
    });
  });

  it("show each role its own side of the money, and nobody else's statements", async () => {
    await charge("north", "pf_north");
    now = november;
    await close({ period: "2026-10" });
    const own = await place.call("north", "GET", "/statements");
    expect(own.json).toMatchObject({
      items: [{ number: 1, total: { charges: 1, earningsMicros: 2_100 } }],
      next: null,
    });
    expect(JSON.stringify(own.json)).not.toMatch(/spentMicros|chargedMicros|operatorMicros|closedBy/);
    expect(JSON.stringify((await place.call("north", "GET", `/statements/${id}`)).json)).not.toMatch(
      /spentMicros|chargedMicros|operatorMicros|closedBy/,
    );
    const paid = await place.call("wheels", "GET", "/statements");
    expect(paid.json).toMatchObject({
      items: [{ account: "advertiser:Wheels", total: { spentMicros: 3_000 } }],
    });
    expect(JSON.stringify(paid.json)).not.toMatch(/arnings|operatorMicros|closedBy/);
    for (const who of ["south", "wheels"] as const) {
      expect((await place.call(who, "GET", `/statements/${id}`)).status).toBe(404);
      expect((await place.call(who, "GET", "/statements?account=publisher%3Anorth")).status).toBe(400);
    }
    expect((await close({ period: "2026-10" }, "north")).status).toBe(403);
    expect((await close({ period: "2026-10" }, "wheels")).status).toBe(403);
  });

  it("say what is wrong with a period or an account", async () => {
    for (const [body, path] of [
      [{ period: "2026-13" }, "period"],
      [{ period: "October" }, "period"],
      [{ period: "2026-10", timeZone: "Mars/Phobos" }, "timeZone"],
      [{ period: "2026-10", account: "north" }, "account"],
      [{ period: "2026-10", account: "publisher:" }, "account"],
      [{}, "period"],
    ] as const) {
      const { status, json } = await close(body);
      expect([status, Object(json).errors[0].path]).toEqual([400, path]);
    }
    await charge("north", "pf_north");
    const early = await close({ period: "2026-10", account: "publisher:north" });
    expect(early.json).toMatchObject({
      items: [
        {
          outcome: "refused",
          detail: "Close 2026-10 from 2026-11-01T00:10:00.000Z on: it may still change.",
          statement: null,
        },
      ],
    });
    for (const unknown of ["2-publisher:north", "0-publisher:north", "x", "1-north", "1-publisher:"]) {
      const { status } = await place.call("operator", "GET", `/statements/${encodeURIComponent(unknown)}`);
      expect(status).toBe(404);
    }
    expect((await place.call("operator", "GET", "/statements")).status).toBe(400);
  });

  it("of an account without a charge are not stored, so that a mistyped one leaves nothing behind", async () => {
    await charge("north", "pf_north");
    now = november;
    for (const account of ["publisher:nobody", "advertiser:Nobody"]) {
      const reply = await close({ period: "2026-10", account });
      expect([reply.status, reply.json["items"]]).toMatchObject([200, [{ outcome: "nothing" }]]);
      const listed = await place.call("operator", "GET", `/statements?account=${account}`);
      expect(listed.json["items"]).toEqual([]);
    }
  });

  it("are tables, too", async () => {
    await charge("north", "pf_north");
    now = november;
    await close({ period: "2026-10", account: "publisher:north" });
    const { status, text } = await place.call("north", "GET", `/statements/${id}?format=csv`);
    expect(status).toBe(200);
    expect(text).toBe(
      "kind,id,seen,charges,adjustments,chargedEarningsMicros (USD),adjustedEarningsMicros (USD),earningsMicros (USD)\r\n" +
        "platform,pf_north,0,1,0,2100,0,2100\r\n" +
        "total,,0,1,0,2100,0,2100\r\n",
    );
  });

  it("are closed piece by piece, in the order of the accounts", async () => {
    for (let n = 0; n < 60; n += 1)
      await charge("north", "pf_north", `Advertiser ${String(n).padStart(2, "0")}`);
    now = november;
    const first = Object((await close({ period: "2026-10" })).json);
    expect([first.items.length, first.next]).toEqual([50, "advertiser:Advertiser 49"]);
    const second = Object((await close({ period: "2026-10", after: first.next })).json);
    expect([second.items.length, second.next]).toEqual([11, null]);
  });

  it.each([
    ["publisher", "p".repeat(128)],
    ["advertiser", "ä".repeat(200)],
  ])(
    "of an account (%s) with a long name are found by the account of the event and of the audit trail",
    async (kind, name) => {
      const bodies: string[] = [];
      place = await install({
        clock: () => now,
        webhookFetch: async (_url, { body }) => {
          bodies.push(String(body));
          return { status: 200, body: null };
        },
      });
      const account = `${kind}:${name}`;
      const webhook = { url: "https://operator.example/", events: ["statement.closed"] };
      expect((await place.call("operator", "POST", "/webhooks", { body: webhook })).status).toBe(201);
      if (kind === "publisher") await charge(name, "pf_long");
      else await charge("north", "pf_north", name);
      now = november;
      expect((await close({ period: "2026-10", account })).json).toMatchObject({
        items: [{ outcome: "closed" }],
      });
      await place.management.maintain();
      expect(bodies.map((body) => JSON.parse(body).data)).toMatchObject([{ account, number: 1 }]);
      const filter = new URLSearchParams({ kind: "statement", entityId: account });
      expect((await place.call("operator", "GET", `/audit?${filter}`)).json["items"]).toHaveLength(1);
      const list = await place.call("operator", "GET", `/statements?${new URLSearchParams({ account })}`);
      expect(list.json["items"]).toHaveLength(1);
    },
  );

  it("are noted in the audit trail", async () => {
    await charge("north", "pf_north");
    now = november;
    await close({ period: "2026-10", account: "publisher:north" });
    await close({ period: "2026-10", account: "publisher:north" });
    const trail = await place.call("north", "GET", "/audit?kind=statement");
    expect(trail.json).toMatchObject({
      items: [{ action: "close", entityId: "publisher:north", changes: [{ path: "number", to: 1 }, {}, {}] }],
    });
    expect(Object(trail.json).items).toHaveLength(1);
  });
});
