import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import { createManagement } from "../../../core/management/management.ts";
import { createApiKey } from "../../../core/signing/api-key.ts";
import type { Store } from "../../../core/storage/store.ts";
import { catalogMaxStaleMs } from "../../../core/timing/windows.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { apiKey, campaign, creativeVersion, platform, publisher } from "../../conformance/fixtures.ts";
import { liveKey, post, secret } from "../pipeline/installation.ts";
import { seededRandom } from "../seeded.ts";

const hourMs = 3_600_000;
const manageKey = createApiKey("manage", seededRandom(2));
/** How far the clocks of servers are from the store's. */
const skews = [-2 * hourMs, 0, 2 * hourMs];

interface World {
  readonly store: Store;
  readonly clock: TestClock;
  /** The server whose clock is off by `skewMs`. */
  readonly server: (skewMs: number) => Handbill;
}

async function open(fields: Partial<Campaign> = {}): Promise<World> {
  const clock = createTestClock();
  const store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns: [campaign("c", fields)],
      creatives: [creativeVersion("c")],
      topics: [],
    },
    removals: [],
  });
  await store.addApiKey(apiKey(liveKey.id, 0, { hash: liveKey.hash }));
  await store.addApiKey(apiKey(manageKey.id, 1, { hash: manageKey.hash, mode: "manage" }));
  const servers = new Map(
    skews.map((skewMs) => [
      skewMs,
      createHandbill({
        store,
        clock: () => clock.now() + skewMs,
        baseUrl: "https://ads.example",
        secrets: [secret],
        log: () => {},
      }),
    ]),
  );
  const server = (skewMs: number): Handbill => {
    const found = servers.get(skewMs);
    if (found === undefined) throw new Error("There is no such server.");
    return found;
  };
  return { store, clock, server };
}

async function ask(server: Handbill): Promise<{ readonly status: number; readonly hasAd: unknown }> {
  const response = await server.fetch(
    post("/api/v1/web/ads", { platform_id: "pf_one", stable_user_id: "me" }),
  );
  return { status: response.status, hasAd: Object(await response.json()).has_ad };
}

describe.each(skews)("a server whose clock is %d ms ahead of the store's", (skewMs) => {
  it("refuses a key that was revoked at once", async () => {
    const { store, clock, server } = await open();
    expect(await ask(server(skewMs))).toMatchObject({ status: 200 });
    await store.revokeApiKey(liveKey.id, 0);
    clock.advance(catalogMaxStaleMs);
    expect(await ask(server(skewMs))).toMatchObject({ status: 401 });
    clock.advance(-3 * hourMs);
    expect(await ask(server(skewMs)), "once the store's clock was set back").toMatchObject({ status: 401 });
  });

  it("takes a key until its revocation is due by the store's clock, and no longer", async () => {
    const { store, clock, server } = await open();
    await store.revokeApiKey(liveKey.id, hourMs);
    expect(await ask(server(skewMs))).toMatchObject({ status: 200 });
    clock.advance(hourMs - 1);
    expect(await ask(server(skewMs))).toMatchObject({ status: 200 });
    clock.advance(1);
    expect(await ask(server(skewMs))).toMatchObject({ status: 401 });
  });

  it("starts and ends a campaign by the store's clock", async () => {
    const start = createTestClock().now();
    const [startsAt, endsAt] = [start + hourMs, start + 2 * hourMs].map((at) => new Date(at).toISOString());
    const { clock, server } = await open({ startsAt, endsAt });
    const seen: unknown[] = [];
    for (const stepMs of [0, hourMs - 1, 1, hourMs - 1, 1]) {
      clock.advance(stepMs);
      seen.push((await ask(server(skewMs))).hasAd);
    }
    expect(seen).toEqual([false, false, true, true, false]);
  });

  it("lets a management key in until its revocation is due by the store's clock", async () => {
    const { store, clock } = await open();
    const management = createManagement({
      store,
      clock: () => clock.now() + skewMs,
      baseUrl: "https://ads.example",
      secrets: [secret],
      log: () => {},
    });
    const statusNow = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${manageKey.key}` };
      const url = "https://ads.example/api/v1/manage/platforms";
      return (await management.fetch(new Request(url, { headers }))).status;
    };
    await store.revokeApiKey(manageKey.id, hourMs);
    expect(await statusNow()).toBe(200);
    clock.advance(hourMs - 1);
    expect(await statusNow()).toBe(200);
    clock.advance(1);
    expect(await statusNow()).toBe(401);
  });
});
