import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { rateBatch } from "../../adapters/postgres/ratelimit-batch.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

const connections = 8;
const keys = Array.from({ length: 30 }, (_, n) => `key ${n}`);
const limit = 100;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
  const store = await openPostgres(server.url);
  await store.migrate();
  await store.close();
}, 60_000);
afterAll(() => server.stop(), 60_000);

test("instances that claim the same keys in opposite orders never deadlock, new keys or known ones", async () => {
  // Straight to the function: a limiter would repeat a call that was chosen as a deadlock's victim.
  const sql = postgres(server.url, { max: connections, fetch_types: false });
  let granted = 0;
  for (let round = 0; round < 5; round += 1) {
    const call = async (n: number): Promise<void> => {
      const claims = keys.map((key) => ({ key: `${key} of ${round}`, limit, windowMs: 3_600_000, cost: 1 }));
      const { rows, decisions } = rateBatch(n % 2 === 0 ? claims : claims.reverse());
      const text = "select handbill.take_rates($1::text::jsonb)::text as json";
      const [row] = await sql.unsafe(text, [JSON.stringify(rows)]);
      granted += decisions(JSON.parse(String(row?.["json"]))).filter((one) => one.granted).length;
    };
    await Promise.all(Array.from({ length: 128 }, (_, n) => call(n)));
  }
  expect(granted).toBe(5 * keys.length * limit);
  await sql.end();
}, 60_000);
