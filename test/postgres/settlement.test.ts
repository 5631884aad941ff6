/** Adjustments and a server that is killed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOutage, openPostgres, type PostgresStore } from "../../adapters/postgres/mod.ts";
import type { AdjustmentOrder } from "../../core/storage/settlement-store.ts";
import { adjustment, auditEntry, campaign, order, press } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const schema = "settled";
const callers = Array.from({ length: 8 }, (_, n) => n);
const batch = 32;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
}, 60_000);
afterAll(() => server.stop(), 60_000);

/** A micro of each charge of a caller. Callers share campaigns, not charges. */
function ordersOf(caller: number, round: number): readonly AdjustmentOrder[] {
  return Array.from({ length: batch }, (_, n) =>
    adjustment(`${caller}-${round}-${n}`, idNamed(`${caller}-${n}`), 1, { restoresBudget: caller % 2 === 0 }),
  );
}

function adjust(store: PostgresStore, caller: number, round: number) {
  const note = auditEntry(`${caller}-${round}`, { kind: "charge", action: "adjust" });
  return store.adjustCharges(ordersOf(caller, round), note);
}

test("after a kill -9 each call has adjusted all its charges or none, and repeating the last calls ends them", async () => {
  const stores = [
    await openPostgres(server.url, { schema }),
    await openPostgres(server.url, { schema }),
  ] as const;
  await stores[0].migrate();
  await storeCampaigns(stores[0], campaign("a"), campaign("b"));
  for (const caller of callers) {
    const ids = Array.from({ length: batch }, (_, n) => idNamed(`${caller}-${n}`));
    await issueAll(
      stores[0],
      ids.map((id, n) => order(id, [n % 2 === 0 ? "a" : "b"], { userKey: `user-${n}` })),
    );
    await stores[0].record(ids.map((id) => press(id)));
  }

  let confirmed = 0;
  let kill: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const rounds: number[] = [];
  const running = callers.map(async (caller): Promise<unknown> => {
    for (let round = 0; ; round += 1) {
      rounds[caller] = round;
      try {
        const outcomes = await adjust(stores[caller % 2 === 0 ? 0 : 1], caller, round);
        expect(outcomes.every(({ outcome }) => outcome === "adjusted")).toBe(true);
      } catch (error) {
        return error;
      }
      confirmed += 1;
      if (confirmed === 60) kill();
    }
  });
  await enough;
  await server.kill9();
  expect((await Promise.all(running)).every(isOutage)).toBe(true);
  await server.restart();

  const [store] = stores;
  await expect.poll(() => store.readSpend(["a"]).then(() => "back", String)).toBe("back");
  for (const caller of callers) {
    const outcomes = await adjust(store, caller, rounds[caller] ?? 0);
    expect(new Set(outcomes.map(({ outcome }) => outcome)).size).toBe(1);
    expect(["adjusted", "duplicate"]).toContain(outcomes[0]?.outcome);
  }
  const calls = rounds.reduce((sum, round) => sum + round + 1, 0);
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER };
  expect(await store.readCharges({ ...all, by: [], limit: 1 })).toMatchObject([
    { adjustments: calls * batch, adjustedMicros: calls * batch },
  ]);
  expect(await store.readAudit({ kind: "charge", limit: 500 })).toHaveLength(calls);
  for (const line of (await store.auditLedger()).campaigns) {
    expect(line).toMatchObject({
      usedMicros: line.chargedMicros - line.restoredMicros,
      spentMicros: line.chargedMicros - line.adjustedMicros,
      adjustedMicros: (calls * batch) / 2,
      daysOutOfBalance: [],
    });
  }
  await Promise.all(stores.map((each) => each.close()));
}, 60_000);
