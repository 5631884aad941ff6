import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Delivery } from "../../core/storage/delivery.ts";
import type { Store } from "../../core/storage/store.ts";
import { adjustment, auditEntry, campaign, click, order, platformId, seen } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type Backend, serverBackend } from "../setup/postgres-backends.ts";

const hourMs = 3_600_000;
const ids = Array.from({ length: 12 }, (_, n) => `c${String(n).padStart(2, "0")}`);

let backend: Backend;
let now = Date.UTC(2026, 2, 4, 12);
beforeAll(async () => {
  backend = await serverBackend();
}, 60_000);
afterAll(() => backend.close(), 60_000);

/** Deadlocks that this server has resolved since it started: retries would hide them from the callers. */
async function deadlocks(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  // Statistics of a backend are sent when it ends, and at once when asked for.
  await sql`select pg_stat_force_next_flush()`;
  const [row] =
    await sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`;
  await sql.end();
  return Number(row?.["n"]);
}

test("two instances that issue, record, adjust, release and apply in opposite orders never deadlock", async () => {
  const { stores, close, url } = await backend.open({ now: () => now });
  const [first, second] = stores;
  await apply(first, ids);

  const note = auditEntry("operation", { kind: "charge", action: "adjust" });
  let paid: readonly string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const old = await issueAll(first, `old-${round}`, ids);
    now += hourMs + 1;
    const young = await issueAll(second, `young-${round}`, [...ids].reverse());
    now += 1_000;
    const forward = young.map(({ id }) => id);
    const backward = [...forward].reverse();
    await Promise.all([
      first.record(forward.map(seen)),
      second.record(backward.map(click)),
      first.record(backward.map(seen)),
      second.record(forward.map(click)),
      first.releaseExpired(512),
      second.releaseExpired(512),
      issueAll(first, `a-${round}`, ids),
      issueAll(second, `b-${round}`, [...ids].reverse()),
      issueAll(second, `same-${round}`, ids),
      issueAll(first, `same-${round}`, [...ids].reverse()),
      first.record(old.map(({ id }) => click(id))),
      first.adjustCharges(paid.map((id, n) => adjustment(`${round}-${n}`, id, 10, { restoresBudget: true }))),
      // The same ids for charges of other campaigns.
      second.adjustCharges(
        [...paid].reverse().map((id, n) => adjustment(`${round}-${n}`, id, 20)),
        note,
      ),
      second.adjustCharges(paid.map((id) => adjustment(`rest-${id}`, id, 30))),
      first.adjustCharges(
        [...paid].reverse().map((id) => adjustment(`rest-${id}`, id, 30)),
        note,
      ),
      apply(first, ids, 10 + round),
      apply(second, [...ids].reverse(), 20 + round),
    ]);
    paid = forward;
  }
  expect(await deadlocks(url)).toBe(0);
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, by: [], limit: 1 };
  expect(await first.readCharges(all)).toMatchObject([{ adjustments: 5 * paid.length * 2 }]);
  for (const line of (await second.auditLedger()).campaigns) {
    expect(line).toMatchObject({
      usedMicros: line.chargedMicros - line.restoredMicros,
      spentMicros: line.chargedMicros - line.adjustedMicros,
      openMicros: line.heldMicros,
      daysOutOfBalance: [],
    });
  }
  await close();
}, 120_000);

test("forgetting users, which is noted, and applying never deadlock", async () => {
  const { stores, close, url } = await backend.open({ now: () => now });
  const [first, second] = stores;
  await apply(first, ids);
  const before = await deadlocks(url);
  for (let round = 0; round < 12; round += 1) {
    await issueAll(first, `forgotten-${round}`, ids);
    const entry = auditEntry(platformId, { kind: "user", action: "forget" });
    const [a, b] = await Promise.all([
      first.forgetUser("user-0", entry),
      second.forgetUser("user-1", entry),
      apply(second, [...ids].reverse(), 30 + round),
      apply(first, ids, 50 + round),
      issueAll(second, `meanwhile-${round}`, [...ids].reverse()),
    ]);
    expect(Math.min(a, b)).toBeGreaterThan(0);
    expect(await first.readAudit({ limit: 500, kind: "user" })).toHaveLength(2 * (round + 1));
  }
  expect(await deadlocks(url)).toBe(before);
  await close();
}, 120_000);

async function issueAll(
  store: Store,
  name: string,
  campaigns: readonly string[],
): Promise<readonly Delivery[]> {
  const orders = campaigns.flatMap((id, n) =>
    Array.from({ length: 4 }, (_, k) =>
      order(idNamed(`${name}-${id}-${k}`, now), [id, ...campaigns.slice(n + 1, n + 3)], {
        userKey: `user-${k}`,
      }),
    ),
  );
  const outcomes = await store.issue(orders);
  return outcomes.flatMap((outcome) => (outcome.outcome === "issued" ? [outcome.delivery] : []));
}

async function apply(store: Store, campaigns: readonly string[], weight = 1): Promise<void> {
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [],
      platforms: [],
      creatives: [],
      topics: [],
      campaigns: campaigns.map((id) =>
        campaign(id, {
          weight,
          totalBudgetMicros: 1_000_000,
          frequencyCap: { impressions: 1_000, window: "day" },
        }),
      ),
    },
    removals: [],
  });
}
