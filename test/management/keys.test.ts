import { beforeEach, describe, expect, it } from "vitest";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { catalogMaxStaleMs } from "../../core/timing/windows.ts";
import { baseUrl, type Installation, install, secret } from "./installation.ts";

let place: Installation;
let now: number;
let handbill: Handbill;

beforeEach(async () => {
  now = systemClock();
  place = await install({ clock: () => now });
  handbill = createHandbill({
    store: place.store,
    baseUrl,
    secrets: [secret],
    clock: () => now,
    log: () => {},
  });
});

async function statusWith(key: string): Promise<number> {
  const response = await handbill.fetch(
    new Request(`${baseUrl}/api/v1/web/ads`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ platform_id: "pf_north", stable_user_id: "me" }),
    }),
  );
  return response.status;
}

describe("an API key", () => {
  it("is shown once, and works", async () => {
    const made = await place.call("north", "POST", "/keys", { body: { mode: "live", label: "Shop" } });
    expect(made.status).toBe(201);
    const key = String(made.json["key"]);
    expect(key).toMatch(/^hb_live_/);
    expect(await statusWith(key)).toBe(200);
    const listed = await place.call("north", "GET", "/keys");
    expect(listed.text).toContain(String(made.json["id"]));
    expect(listed.text).not.toContain(key);
    expect(JSON.stringify(await place.store.readAudit({ limit: 10 }))).not.toContain(key);
  });

  it("is refused within two seconds after its revocation, on an instance that knew it", async () => {
    expect(await statusWith(place.keys.live)).toBe(200);
    const [live] = await place.store.listApiKeys("north");
    const revoked = await place.call("north", "POST", `/keys/${live?.id}/revoke`);
    expect(revoked.json["revokedAt"]).toBe(new Date(now).toISOString());
    now += catalogMaxStaleMs;
    expect(await statusWith(place.keys.live)).toBe(401);
    expect(await place.store.readAudit({ limit: 1 })).toMatchObject([
      { action: "revoke", kind: "api_key", entityId: live?.id, actor: "publisher:north" },
    ]);
  });

  it("that is rotated stays valid for the overlap, and no longer", async () => {
    const [live] = await place.store.listApiKeys("north");
    const rotated = await place.call("north", "POST", `/keys/${live?.id}/rotate`, {
      body: { overlapSeconds: 60 },
    });
    expect(rotated.status).toBe(201);
    now += 59_999;
    expect(await statusWith(place.keys.live)).toBe(200);
    expect(await statusWith(String(rotated.json["key"]))).toBe(200);
    now += 1;
    expect(await statusWith(place.keys.live)).toBe(401);
    expect(await statusWith(String(rotated.json["key"]))).toBe(200);
  });

  it("that is revoked is not rotated", async () => {
    const [live] = await place.store.listApiKeys("north");
    await place.call("north", "POST", `/keys/${live?.id}/revoke`);
    expect((await place.call("north", "POST", `/keys/${live?.id}/rotate`, { body: {} })).status).toBe(400);
    expect(await place.store.listApiKeys("north")).toHaveLength(3);
  });

  it("for managing is rotated only by the operator, and its publisher reads so", async () => {
    const manage = (await place.store.listApiKeys("north")).find(({ mode }) => mode === "manage");
    const refused = await place.call("north", "POST", `/keys/${manage?.id}/rotate`, { body: {} });
    expect([refused.status, refused.json["detail"]]).toEqual([
      400,
      expect.stringContaining("Only the operator rotates manage keys."),
    ]);
    expect((await place.call("south", "POST", `/keys/${manage?.id}/rotate`, { body: {} })).status).toBe(404);
    expect((await place.call("operator", "POST", `/keys/${manage?.id}/rotate`, { body: {} })).status).toBe(
      201,
    );
  });

  it("for managing is created only by the operator, and gets no ads", async () => {
    expect((await place.call("north", "POST", "/keys", { body: { mode: "manage" } })).status).toBe(400);
    const made = await place.call("operator", "POST", "/keys", {
      body: { publisherId: "north", mode: "manage" },
    });
    expect(await statusWith(String(made.json["key"]))).toBe(401);
    expect(await statusWith(place.keys.north)).toBe(401);
  });

  it("for managing opens nothing once it is revoked", async () => {
    const manage = (await place.store.listApiKeys("north")).find(({ mode }) => mode === "manage");
    await place.call("operator", "POST", `/keys/${manage?.id}/revoke`);
    expect((await place.call("north", "GET", "/platforms")).status).toBe(401);
  });

  it("for managing opens nothing once its publisher was removed", async () => {
    const headers = { "if-match": "*" };
    expect((await place.call("operator", "DELETE", "/platforms/pf_south", { headers })).status).toBe(204);
    expect((await place.call("operator", "DELETE", "/publishers/south", { headers })).status).toBe(204);
    expect((await place.call("south", "GET", "/platforms")).status).toBe(401);
    const body = { url: "https://hooks.example/", events: ["api_key.created"] };
    expect((await place.call("south", "POST", "/webhooks", { body })).status).toBe(401);
    expect(await place.store.listWebhooks()).toEqual([]);
  });

  it("belongs to a registered publisher", async () => {
    const reply = await place.call("operator", "POST", "/keys", {
      body: { publisherId: "nobody", mode: "live" },
    });
    expect(reply.status).toBe(400);
  });
});
