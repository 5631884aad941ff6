import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrations } from "../../adapters/postgres/migrations/list.ts";
import {
  createPostgresStore,
  isOutage,
  openPostgres,
  openPostgresRateLimiter,
  type PostgresStore,
} from "../../adapters/postgres/mod.ts";
import type { LogEntry } from "../../core/log.ts";
import { createInstallation } from "../../core/management/mod.ts";
import { campaign, order } from "../conformance/fixtures.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
}, 60_000);
afterAll(() => server.stop(), 60_000);

async function using<T>(schema: string, work: (store: PostgresStore) => Promise<T>): Promise<T> {
  const store = await openPostgres(server.url, { schema });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

describe("migrations", () => {
  test("eight instances that migrate at once make one schema, and each step is applied once", async () => {
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openPostgres(server.url, { schema: "rivals" })),
    );
    await Promise.all(stores.map((store) => store.migrate()));
    const sql = postgres(server.url, { max: 1 });
    const rows = await sql`select number, name from rivals.handbill_migrations order by number`;
    await sql.end();
    expect([...rows]).toEqual(migrations.map(({ number, name }) => ({ number, name })));
    await Promise.all(stores.map((store) => store.ready()));
    await Promise.all(stores.map((store) => store.close()));
  });

  test("a plan names every step and changes nothing", async () => {
    await using("planned", async (store) => {
      expect((await store.planMigrations()).map(({ applied }) => applied)).toEqual(
        migrations.map(() => false),
      );
      expect((await store.planMigrations()).map(({ applied }) => applied)).toEqual(
        migrations.map(() => false),
      );
      expect(await store.migrate()).toHaveLength(migrations.length);
      expect(await store.migrate()).toEqual([]);
      expect((await store.planMigrations()).every(({ applied }) => applied)).toBe(true);
    });
  });

  test("a schema name that would need care in SQL is refused", async () => {
    for (const schema of ['a"b', "Upper", "pg_x", "", "1a", "a b", "x'; drop table y"]) {
      await expect(openPostgres(server.url, { schema })).rejects.toThrow("cannot be the schema");
    }
  });
});

describe("start-up", () => {
  test("a store without its schema reports that it needs a migration, at start-up and at every call", async () => {
    await using("nothing_here", async (store) => {
      const advice = "run `handbill migrate`, or `migrate()` of the store";
      await expect(store.ready()).rejects.toThrow(advice);
      const log: LogEntry[] = [];
      const { fetch } = createInstallation({
        store,
        log: (entry) => void log.push(entry),
        secrets: ["x".repeat(40)],
        baseUrl: "https://ads.example",
      });
      const body = JSON.stringify({ platform_id: "pf_acme", visitor_id: "visitor-0123456789" });
      const ad = {
        method: "POST",
        body,
        headers: { "content-type": "application/json", origin: "https://acme.example" },
      };
      expect((await fetch(new Request("https://ads.example/api/v1/web/ads", ad))).status).toBe(503);
      const failed = log.find(({ code }) => code === "request-failed");
      expect(failed).toMatchObject({ error: expect.stringContaining(advice) });
      const failure = await store.issue([order(idNamed("d1"), ["c1"])]).catch((error: unknown) => error);
      expect(isOutage(failure)).toBe(true);
    });
  });

  test("a schema that lacks a step is refused with its name, by any first call, and served once it is there", async () => {
    const sql = postgres(server.url, { max: 1 });
    await sql.unsafe(`create schema older; create table older.handbill_migrations (number integer primary key, name text not null,
      applied_at timestamptz not null default clock_timestamp())`);
    await sql.end();
    await using("older", async (store) => {
      await expect(store.catalogChanges()).rejects.toThrow(
        `lacks ${migrations.length} migrations (${migrations.map(({ name }) => name).join(", ")})`,
      );
      await expect(store.ready()).rejects.toThrow("run `handbill migrate`");
      await store.migrate();
      await store.ready();
    });
  });

  test("a store that could not start works as soon as the reason is gone", async () => {
    await using("late", async (store) => {
      await expect(store.readCatalog()).rejects.toThrow("handbill migrate");
      await store.migrate();
      expect((await store.readCatalog()).catalog.campaigns).toEqual([]);
    });
  });

  test.each(["fsync", "full_page_writes", "synchronous_commit"])("%s = off is refused", async (setting) => {
    await using("unsafe", (store) => store.migrate());
    await server.restart({ [setting]: "off" });
    await using("unsafe", async (store) => {
      await expect(store.ready()).rejects.toThrow(`Set ${setting} = on`);
      await expect(store.readSpend(["c1"])).rejects.toThrow(`${setting} = off`);
    });
    // Read along with the check, and not returned.
    await using("unsafe", async (store) => {
      await expect(store.catalogChanges()).rejects.toThrow(`${setting} = off`);
    });
    await server.restart();
    await using("unsafe", (store) => store.ready());
  });

  test("another isolation level is refused, because a call would see the state before its locks", async () => {
    await using("isolated", (store) => store.migrate());
    await server.restart({ default_transaction_isolation: "repeatable read" });
    await using("isolated", async (store) => {
      await expect(store.ready()).rejects.toThrow('set it to "read committed"');
    });
    await server.restart();
  });
});

test("the database's clock stamps a delivery, with any clock of the process", async () => {
  await using("clocks", async (store) => {
    await store.migrate();
    const { version } = await store.readCatalog();
    const nothing = { publishers: [], platforms: [], creatives: [], topics: [] };
    await store.applyCatalog({
      expectedVersion: version,
      upserts: { ...nothing, campaigns: [campaign("c1")] },
      removals: [],
    });
    const sql = postgres(server.url, { max: 1 });
    const databaseNow = async (): Promise<number> => {
      const [row] = await sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
      return Number(row?.["now"]);
    };
    const realNow = Date.now;
    Date.now = () => 0;
    try {
      const before = await databaseNow();
      const [outcome] = await store.issue([order(idNamed("d1"), ["c1"])]);
      const after = await databaseNow();
      const issuedAt = outcome?.outcome === "issued" ? outcome.delivery.issuedAt : Number.NaN;
      expect(issuedAt).toBeGreaterThanOrEqual(before);
      expect(issuedAt).toBeLessThanOrEqual(after);
    } finally {
      Date.now = realNow;
      await sql.end();
    }
  });
});

test("an application's own postgres.js instance, with its own parsers, serves the store and stays open", async () => {
  const sql = postgres(server.url, { max: 2, types: { bigint: postgres.BigInt } });
  const store = createPostgresStore({ sql, schema: "own_pool", prepare: true });
  await store.migrate();
  await store.addApiKey({ id: "k1", publisherId: "p", mode: "live", label: "", hash: "00", createdAt: 5 });
  expect(await store.listApiKeys()).toEqual([
    { id: "k1", publisherId: "p", mode: "live", label: "", hash: "00", createdAt: 5, revokedAt: undefined },
  ]);
  await store.close();
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  await sql.end();
});

test("an address of no PostgreSQL server is refused, and not taken for the driver's default server", async () => {
  for (const address of ["", " ", "mysql://database/handbill", "database/handbill"]) {
    await expect(openPostgres(address)).rejects.toThrow("give postgres://");
    await expect(openPostgresRateLimiter(address)).rejects.toThrow("give postgres://");
  }
});
