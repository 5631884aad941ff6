import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { hashIdentity } from "../../core/signing/identity-hash.ts";
import { createKeyring } from "../../core/signing/keyring.ts";
import { type Finished, removeTemporaryDirectories, runCli, temporaryDirectory } from "../cli/run-cli.ts";
import {
  auditEntry,
  campaign,
  click,
  deliveryIdAt,
  order,
  platformId,
  seen,
} from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { pgliteBackend, type ReusableBackend, serverBackend } from "../setup/postgres-backends.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";

const weekMs = 7 * 86_400_000;
const start = Date.UTC(2026, 2, 5, 12);
const secret = "a secret of at least thirty-two characters";
const [forgotten, other] = ["user-forgotten", "user-other"];

let server: ReusableBackend;
let pglite: ReusableBackend;
beforeAll(async () => {
  server = await serverBackend();
  pglite = await pgliteBackend();
}, 60_000);
afterAll(async () => {
  await server.close();
  await pglite.close();
  await removeTemporaryDirectories();
}, 60_000);

test.each([
  ["a server", () => server],
  ["PGlite", () => pglite],
])(
  "on %s a forgotten user's deliveries are gone from every week, what they held is free, what they paid stays",
  async (_, on) => {
    const clock = { at: start };
    const { stores, close } = await on().open({ now: () => clock.at });
    const [store] = stores;
    await storeCampaigns(
      store,
      campaign("a", { frequencyCap: { impressions: 4, window: 20 * weekMs } }),
      campaign("b"),
    );
    const orders = Array.from({ length: 6 }, (__, week) =>
      [forgotten, other].map((userKey, n) => {
        const id = deliveryIdAt(start + week * weekMs, week * 10 + n);
        return order(id, [week % 2 === 0 ? "a" : "b"], { userKey, surface: week === 4 ? "bot" : "web" });
      }),
    );
    for (const [week, both] of orders.entries()) {
      clock.at = start + week * weekMs;
      await issueAll(store, both);
      if (week > 3) continue;
      clock.at += 2_000;
      await store.record(both.slice(0, week % 2 === 0 ? 2 : 1).map(({ deliveryId }) => seen(deliveryId)));
    }
    await store.releaseExpired(512);
    const before = await store.readSpend(["a", "b"]);
    expect(before.map((spend) => spend?.heldMicros)).toEqual([0, 200]);

    expect(await store.forgetUser(forgotten)).toBe(6);
    expect(await store.forgetUser(forgotten)).toBe(0);
    const [mine, theirs] = [0, 1].map((n) => orders.map((both) => both[n]?.deliveryId ?? ""));
    expect(await store.findDeliveries(mine ?? [])).toEqual(Array(6).fill(undefined));
    expect((await store.findDeliveries(theirs ?? [])).every((delivery) => delivery?.userKey === other)).toBe(
      true,
    );
    const after = await store.readSpend(["a", "b"]);
    expect(after.map((spend) => spend?.heldMicros)).toEqual([0, 100]);
    expect(after.map((spend) => spend?.usedMicros)).toEqual(before.map((spend) => spend?.usedMicros));
    for (const line of (await store.auditLedger()).campaigns) {
      expect(line).toMatchObject({
        chargedMicros: line.usedMicros,
        openMicros: line.heldMicros,
        daysOutOfBalance: [],
      });
    }
    // Its place in the cap is forgotten too.
    const again = order(deliveryIdAt(clock.at, 99), ["a"], { userKey: forgotten });
    expect((await store.issue([again]))[0]?.outcome).toBe("issued");
    await close();
  },
);

test("a user with more deliveries than a batch is forgotten while others and themselves are served", async () => {
  const { stores, close, url, schema } = await server.open();
  const [store, second] = stores;
  await storeCampaigns(store, campaign("a"), campaign("b"), campaign("c"));
  const ids = Array.from({ length: 1_300 }, (_, n) => idNamed(`many-${n}`));
  for (let first = 0; first < ids.length; first += 500) {
    const part = ids.slice(first, first + 500);
    await issueAll(
      store,
      part.map((id, n) => order(id, [["a", "b", "c"][n % 3] ?? "a"], { userKey: forgotten })),
    );
  }
  const [count] = await Promise.all([
    store.forgetUser(forgotten),
    second.record(ids.slice(0, 400).map(click)),
    second.record(ids.slice(900).map(click)),
    issueAll(second, [order(idNamed("bystander"), ["c", "b"], { userKey: other })]),
  ]);
  expect(count).toBe(1_300);
  const sql = postgres(url, { max: 1 });
  const [row] = await sql.unsafe(`select
    (select count(*) from ${schema}.deliveries where user_key = '${forgotten}')::int as left,
    (select sum(held) from ${schema}.campaigns)::int as held`);
  await sql.end();
  expect(row).toEqual({ left: 0, held: 100 });
  for (const line of (await store.auditLedger()).campaigns) {
    expect(line).toMatchObject({ chargedMicros: line.usedMicros, openMicros: line.heldMicros });
  }
  await close();
});

test.each([
  ["a server", () => server],
  ["PGlite", () => pglite],
])("on %s a user is forgotten and noted in one step, or neither", async (_, on) => {
  const { stores, close, schema } = await on().open();
  const [store] = stores;
  await storeCampaigns(store, campaign("a"));
  const id = idNamed(`noted-${schema}`);
  await issueAll(store, [order(id, ["a"], { userKey: forgotten })]);
  const entry = auditEntry(platformId, { kind: "user", action: "forget", changes: "[]" });
  await on().executor.run(
    `alter table "${schema}".audit add constraint refused check (actor <> 'refused')`,
    [],
  );
  await expect(store.forgetUser(forgotten, { ...entry, actor: "refused" })).rejects.toThrow();
  expect((await store.findDeliveries([id]))[0]?.id).toBe(id);
  expect(await store.readAudit({ limit: 9 })).toEqual([]);

  expect(await store.forgetUser(forgotten, entry)).toBe(1);
  expect(await store.forgetUser(forgotten, entry)).toBe(0);
  expect(await store.findDeliveries([id])).toEqual([undefined]);
  expect(await store.readAudit({ limit: 9 })).toEqual([expect.objectContaining(entry)]);
  await close();
});

test("`user forget` finds each kind of identity by the secret that the server hashes with, and prints none of it", async () => {
  const { url, close } = await server.open();
  const directory = await temporaryDirectory();
  const store = await openPostgres(url);
  await store.migrate();
  await storeCampaigns(store, campaign("a"));
  const mac = createKeyring([secret], secret).identity;
  const identities = [
    ["--visitor", "visitor", "visitor:0123456789"],
    ["--stable", "stable", "me-and-nobody-else"],
    ["--messenger", "messenger", "1234567890"],
  ] as const;
  for (const [, kind, value] of identities) {
    const userKey = hashIdentity(mac, platformId, { kind, value });
    await issueAll(store, [order(idNamed(`cli-${kind}`), ["a"], { userKey })]);
  }
  const run = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Finished> =>
    runCli(["user", "forget", "--platform", platformId, ...args], {
      directory,
      env: { DATABASE_URL: url, ...env },
    });

  // The newest of two signing secrets hashes nothing.
  const wrong = await run(["--stable", "me-and-nobody-else"], {
    HANDBILL_SECRET: `${secret},${"x".repeat(40)}`,
  });
  expect(wrong).toMatchObject({ code: 0, stdout: "0\n" });
  for (const [n, [option, , value]] of identities.entries()) {
    const env =
      n === 0 ? { HANDBILL_IDENTITY_SECRET: secret } : { HANDBILL_SECRET: `${"x".repeat(40)},${secret}` };
    const done = await run([option, value, "--json"], env);
    expect(done).toMatchObject({ code: 0, stdout: '{"forgotten":1}\n' });
    expect(done.stderr).not.toContain(value);
  }
  expect((await store.readSpend(["a"]))[0]).toMatchObject({ spentMicros: 0, heldMicros: 0 });

  expect(await run(["--stable", "me"], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Set HANDBILL_IDENTITY_SECRET"),
  });
  for (const args of [[], ["--stable", "me", "--visitor", "visitor:0123456789"]]) {
    expect(await run(args, { HANDBILL_SECRET: secret })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("exactly one of"),
    });
  }
  await store.close();
  await close();
});
