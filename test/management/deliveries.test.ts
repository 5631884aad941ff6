import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { type Installation, install } from "./installation.ts";

let now: number;
let place: Installation;

beforeEach(async () => {
  now = Date.parse("2026-03-10T12:00:00Z");
  const clock = () => now;
  place = await install({ clock, store: createMemoryStore({ clock }) });
});

async function issue(platformId: string, mark = "", network = ""): Promise<string> {
  const deliveryId = createDeliveryId(now, systemRandom);
  const choice = {
    campaignId: "roaster-coffee",
    advertiser: "Roaster",
    creativeVersionId: "v",
    format: "text",
  } as const;
  await place.store.issue([
    {
      deliveryId,
      surface: "web",
      publisherId: platformId.replace("pf_", ""),
      platformId,
      placement: "chat",
      apiKeyId: "",
      userKey: "somebody",
      language: "en",
      mark,
      network,
      choices: [{ ...choice, priceMicros: 4_000, publisherMicros: 2_800 }],
    },
  ]);
  now += 1_000;
  return deliveryId;
}

function idsOf({ json }: { readonly json: Readonly<Record<string, unknown>> }): readonly unknown[] {
  const { items } = json;
  return Array.isArray(items) ? items.map((item) => Object(item).id) : [];
}

describe("the deliveries of the last hour", () => {
  it("are listed newest first, in their current state, for an hour", async () => {
    const issuedAt = new Date(now).toISOString();
    const first = await issue("pf_north");
    await place.store.record([{ kind: "seen", deliveryId: first }]);
    const second = await issue("pf_south");
    const listed = await place.call("operator", "GET", "/deliveries");
    expect(listed.status).toBe(200);
    expect(listed.json["items"]).toMatchObject([
      { id: second, platformId: "pf_south", seenAt: null, chargedAt: null, earningsMicros: 0 },
      {
        id: first,
        campaignId: "roaster-coffee",
        issuedAt,
        priceMicros: 4_000,
        earningsMicros: 2_800,
        chargedAt: new Date(now - 1_000).toISOString(),
      },
    ]);
    expect(listed.text).not.toContain("somebody");
    expect(idsOf(await place.call("operator", "GET", "/deliveries?limit=1"))).toEqual([second]);
    now += 3_600_000 - 2_000 + 1;
    expect(idsOf(await place.call("operator", "GET", "/deliveries"))).toEqual([second]);
  });

  it("are a publisher's own, without campaigns and prices", async () => {
    await issue("pf_north");
    const own = await issue("pf_south");
    for (let n = 0; n < 50; n++) await issue("pf_north");
    const listed = await place.call("south", "GET", "/deliveries");
    expect(idsOf(listed)).toEqual([own]);
    expect(listed.text).not.toMatch(/roaster|price|4000/);
  });

  it("name mark and network to the operator, who can filter by marks, and to nobody else", async () => {
    const [bare, marked] = [await issue("pf_north"), await issue("pf_north", "a-rule", "a-network")];
    const listed = await place.call("operator", "GET", "/deliveries");
    expect(listed.json["items"]).toMatchObject([
      { id: marked, mark: "a-rule", network: "a-network" },
      { id: bare, mark: "", network: "" },
    ]);
    expect(idsOf(await place.call("operator", "GET", "/deliveries?mark=a-rule"))).toEqual([marked]);
    expect(idsOf(await place.call("operator", "GET", "/deliveries?mark="))).toEqual([bare]);
    const life = await place.call("operator", "GET", `/deliveries/${marked}`);
    expect(life.json).toMatchObject({ mark: "a-rule", network: "a-network" });
    expect((await place.call("north", "GET", "/deliveries")).text).not.toMatch(/a-rule|a-network/);
    const refused = await place.call("north", "GET", "/deliveries?mark=a-rule");
    expect([refused.status, refused.json["errors"]]).toEqual([
      400,
      [expect.objectContaining({ path: "mark" })],
    ]);
  });

  it("are empty for a publisher without platforms", async () => {
    await issue("pf_north");
    const headers = { "if-match": "*" };
    expect((await place.call("operator", "DELETE", "/platforms/pf_south", { headers })).status).toBe(204);
    expect((await place.call("south", "GET", "/deliveries")).json["items"]).toEqual([]);
  });

  it.each(["0", "201", "1.5", "many", "-1"])("are not listed with a limit of %s", async (limit) => {
    const reply = await place.call("operator", "GET", `/deliveries?limit=${limit}`);
    expect([reply.status, reply.json["errors"]]).toEqual([400, [expect.objectContaining({ path: "limit" })]]);
  });
});
