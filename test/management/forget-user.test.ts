import { beforeEach, describe, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { userKeyOf } from "../../core/user-key.ts";
import { choice, order } from "../conformance/fixtures.ts";
import { type Installation, install, secret } from "./installation.ts";

const visitor = "visitor-MARK-0123456789";
let place: Installation;

beforeEach(async () => {
  place = await install();
});

/** Issues an ad to a visitor on a platform. */
async function issue(platformId: string): Promise<string> {
  const id = createDeliveryId(Date.now(), systemRandom);
  const userKey = userKeyOf(platformId, { kind: "visitor", value: visitor }, { secrets: [secret] });
  await place.store.issue([order(id, [choice("roaster-coffee", 0)], { platformId, userKey })]);
  return id;
}

async function isKept(id: string): Promise<boolean> {
  return (await place.store.findDeliveries([id]))[0] !== undefined;
}

const forget = (who: "operator" | "north" | "roaster", body: object) =>
  place.call(who, "POST", "/users/forget", { body });

describe("a forgotten user", () => {
  it("has no deliveries on the platform any more; others and other platforms keep theirs", async () => {
    const [own, again, elsewhere] = [
      await issue("pf_north"),
      await issue("pf_north"),
      await issue("pf_south"),
    ];
    const reply = await forget("operator", { platform_id: "pf_north", visitor_id: visitor });
    expect([reply.status, reply.json]).toEqual([200, { forgotten: 2 }]);
    expect([await isKept(own), await isKept(again), await isKept(elsewhere)]).toEqual([false, false, true]);
    const repeated = await forget("operator", { platform_id: "pf_north", visitor_id: visitor });
    expect(repeated.json).toEqual({ forgotten: 0 });
  });
  it("is noted in the audit trail by platform and caller, never by the identity", async () => {
    await issue("pf_north");
    await forget("north", { platform_id: "pf_north", visitor_id: visitor });
    const trail = await place.call("operator", "GET", "/audit?kind=user");
    expect(trail.json["items"]).toMatchObject([
      { action: "forget", kind: "user", entityId: "pf_north", publisherId: "north" },
    ]);
    expect(trail.text).not.toContain("MARK");
  });
  it("is a publisher's own business only on its own platforms", async () => {
    const id = await issue("pf_south");
    for (const platform_id of ["pf_south", "pf_nobody"]) {
      const reply = await forget("north", { platform_id, visitor_id: visitor });
      expect([reply.status, reply.json["detail"]]).toEqual([
        400,
        "platform_id: Send the id of one of your platforms.",
      ]);
    }
    expect((await forget("roaster", { platform_id: "pf_south", visitor_id: visitor })).status).toBe(403);
    expect(await isKept(id)).toBe(true);
  });
  it.each(["operator", "north"] as const)("may be one of a platform that was removed: %s", async (who) => {
    const id = await issue("pf_north");
    const any = { headers: { "if-match": "*" } };
    expect((await place.call("operator", "DELETE", "/platforms/pf_north", any)).status).toBe(204);
    const reply = await forget(who, { platform_id: "pf_north", visitor_id: visitor });
    expect([reply.json, await isKept(id)]).toEqual([{ forgotten: 1 }, false]);
  });
  it("cannot be one of a platform that never was", async () => {
    const reply = await forget("operator", { platform_id: "pf_noth", visitor_id: visitor });
    expect([reply.status, reply.json["detail"]]).toEqual([
      400,
      "platform_id: There is no platform of this id, and never was one: check its spelling.",
    ]);
  });
  it.each([
    {},
    { visitor_id: visitor, stable_user_id: "user-1" },
    { visitor_id: visitor, user_id: 1 },
    { visitor_id: "short" },
    { user_id: "1" },
  ])("needs exactly one valid identity: %j is answered 400", async (identity) => {
    const reply = await forget("operator", { platform_id: "pf_north", ...identity });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain("MARK");
  });
});
