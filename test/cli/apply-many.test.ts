import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { type AuditRecord, maxAuditPage } from "../../core/storage/audit-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { applyDocument } from "../../runtimes/cli/apply.ts";
import { startPostgresServer } from "../setup/postgres-server.ts";
import { startBackend } from "../upstash/backend.ts";
import { removeTemporaryDirectories, temporaryDirectory } from "./run-cli.ts";

const slow = 300_000;
/** More than a statement, an argument list or a request of any adapter takes as one piece. */
const many = 12_000;

afterAll(removeTemporaryDirectories);

const stores: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  [
    "an SQLite file",
    async () => {
      const store = openSqlite({ file: join(await temporaryDirectory(), "many.db") });
      onTestFinished(() => store.close());
      return store;
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const server = await startPostgresServer();
      const store = await openPostgres(server.url, { callTimeoutMs: 60_000 });
      onTestFinished(async () => {
        await store.close();
        await server.stop();
      });
      await store.migrate();
      return store;
    },
  ],
  [
    "Upstash",
    async () => {
      const backend = await startBackend();
      onTestFinished(() => backend.close());
      return backend.openStore({ timeoutMs: 60_000 });
    },
  ],
];

function campaigns(name: string) {
  return Array.from({ length: many }, (_, n) => ({
    id: `c-${String(n).padStart(6, "0")}`,
    advertiser: "Acme",
    name: `${name} ${n}`,
    priceMicros: 0,
  }));
}

async function apply(store: Store, document: unknown, prune = false): Promise<void> {
  const talk: string[] = [];
  const terminal = { data: () => undefined, talk: (text: string) => void talk.push(text) };
  const code = await applyDocument(store, terminal, document, {
    plan: false,
    prune,
    json: true,
    allowLocalUrls: false,
  });
  expect([code, talk]).toEqual([0, expect.arrayContaining([`${many} changes applied.`])]);
}

/** All records after one, page by page. */
async function recordsAfter(store: Store, last: number): Promise<readonly AuditRecord[]> {
  const all: AuditRecord[] = [];
  for (let after = last; ; after = all.at(-1)?.id ?? last) {
    const page = await store.readAudit({ after, limit: maxAuditPage });
    all.push(...page);
    if (page.length < maxAuditPage) return all;
  }
}

test.each(stores)(
  "on %s an apply of thousands of campaigns leaves a short record of each, in their order",
  { timeout: slow },
  async (_name, open) => {
    const store = await open();
    const ids = campaigns("").map(({ id }) => id);
    await apply(store, { campaigns: campaigns("First") });
    const created = await recordsAfter(store, 0);
    await apply(store, { campaigns: campaigns("Second") });
    const updated = await recordsAfter(store, created.at(-1)?.id ?? 0);
    await apply(store, { campaigns: [] }, true);
    const removed = await recordsAfter(store, updated.at(-1)?.id ?? 0);
    for (const [action, records] of [
      ["create", created],
      ["update", updated],
      ["remove", removed],
    ] as const) {
      expect(records.map(({ entityId }) => entityId)).toEqual(ids);
      expect(new Set(records.map((one) => `${one.actor} ${one.action} ${one.kind}`))).toEqual(
        new Set([`command line ${action} campaign`]),
      );
    }
    expect(new Set([...created, ...removed].map(({ changes }) => changes))).toEqual(new Set(["[]"]));
    expect(JSON.parse(updated.at(-1)?.changes ?? "")).toEqual([
      { path: "name", from: `First ${many - 1}`, to: `Second ${many - 1}` },
    ]);
  },
);

test("a record of a change that is too large names the fields, and the new status", async () => {
  const store = openSqlite({ file: join(await temporaryDirectory(), "large.db") });
  onTestFinished(() => store.close());
  const platform = {
    id: "pf_large",
    publisherId: "acme",
    name: "Large",
    revenueShareBps: 5_000,
    allowedOrigins: Array.from({ length: 1_000 }, (_, n) => `https://site-${n}.example`),
  };
  const publishers = [{ id: "acme", name: "Acme" }];
  const terminal = { data: () => undefined, talk: () => undefined };
  const options = { plan: false, prune: false, json: true, allowLocalUrls: false };
  expect(await applyDocument(store, terminal, { publishers, platforms: [platform] }, options)).toBe(0);
  const less = { ...platform, status: "disabled", allowedOrigins: platform.allowedOrigins.slice(1) };
  expect(await applyDocument(store, terminal, { platforms: [less] }, options)).toBe(0);
  const [record] = await store.readAudit({ limit: 1 });
  expect(JSON.parse(record?.changes ?? "")).toEqual(
    expect.arrayContaining([{ path: "status", from: "active", to: "disabled" }, { path: "allowedOrigins" }]),
  );
});
