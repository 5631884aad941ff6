import { describe, expect, it } from "vitest";
import { adOf, expectProblem, expectSeen } from "../answers.ts";
import { contractCatalog, platformIds } from "../catalog.ts";
import { actionsOf, at, bearer, browser, type Fields, paths, server } from "../client.ts";
import { contractKeys } from "../keys.ts";
import { refusals } from "../refusals.ts";
import { openWorld } from "../world.ts";

/** Guarantee 10: a refused caller changes nothing, whatever else it brings. */
describe("§5.4 nothing changes", () => {
  it.each(refusals)("§5.4 when $name on $platform is answered $status", async (refusal) => {
    const { headers, platform, status } = refusal;
    const { client, clock, state, writes } = await openWorld();
    const issued = await client.issue({ accept_formats: ["consent"] });
    clock.advance(1_000);
    const before = await state();
    const stored = writes.length;
    const fields: Fields = { platform_id: platform };
    expectProblem(await client.ads(fields, headers), status, refusal.code);
    expectProblem(await client.ads({ ...fields, test: true }, headers), status, refusal.code);
    expectProblem(await client.seen(issued, fields, headers), status, refusal.code);
    expectProblem(
      await client.press(issued, at(actionsOf(issued.ad), 0), fields, headers),
      status,
      refusal.code,
    );
    // Bots are servers: an Origin alone is a missing key.
    const isPage = headers["origin"] !== undefined && headers["authorization"] === undefined;
    expectProblem(await client.bot(fields, headers), isPage ? 401 : status);
    expect(await state()).toEqual(before);
    expect(writes).toHaveLength(stored);
    expectSeen(await client.seen(issued));
  });

  it("§5.4 when a key is revoked: refused within two seconds", async () => {
    const { client, clock, store, deliveries } = await openWorld();
    adOf(await client.ads({}, server));
    await store.revokeApiKey(contractKeys.live.record.id, 0);
    clock.advance(2_000);
    expectProblem(await client.ads({}, server), 401, "unauthorized");
    expectProblem(await client.bot({}, server), 401, "unauthorized");
    adOf(await client.ads({}, bearer(contractKeys.secondLive.key)));
    expect(await deliveries()).toHaveLength(2);
  });
  it("§5.4 when a key is to be revoked later: good until then", async () => {
    const { client, clock, store } = await openWorld();
    await store.revokeApiKey(contractKeys.live.record.id, 10_000);
    clock.advance(9_999);
    adOf(await client.ads({}, server));
    clock.advance(1);
    expectProblem(await client.ads({}, server), 401, "unauthorized");
  });
  it("§5.4 when a platform is disabled: its receipts are refused within two seconds, and not charged", async () => {
    const { client, clock, store, onlyDelivery } = await openWorld();
    const issued = await client.issue();
    const { version } = await store.readCatalog();
    const platforms = contractCatalog.platforms
      .filter(({ id }) => id === platformIds.main)
      .map((platform) => ({ ...platform, status: "disabled" as const }));
    const upserts = { publishers: [], platforms, campaigns: [], creatives: [], topics: [] };
    await store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
    clock.advance(2_000);
    expectProblem(await client.seen(issued), 403, "platform_unavailable");
    expectProblem(await client.ads(), 403, "platform_unavailable");
    expect((await onlyDelivery()).chargedAt).toBeUndefined();
  });
  it("§7 refusals are counted by their code, without caller or place", async () => {
    const { client, counts } = await openWorld();
    await client.ads({}, {});
    await client.ads({}, { origin: "null" });
    await client.post(paths.ads, "{", browser);
    const rejected = (await counts()).filter(({ metric }) => metric === "rejected");
    expect(rejected.map(({ reason, platformId, n }) => [reason, platformId, n])).toEqual([
      ["unauthorized", "", 1],
      ["origin_not_allowed", "", 1],
      ["invalid_request", "", 1],
    ]);
  });
});
