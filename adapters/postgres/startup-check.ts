import { StoreUnavailable } from "../kit/errors.ts";
import { arrayOf, parseJson } from "../kit/stored-values.ts";
import type { Executor } from "./executor.ts";
import { newestMigration } from "./migrations/newest.ts";

const settings = ["fsync", "full_page_writes", "synchronous_commit"] as const;

const oldestVersion = 15;

const question = `${settings.map((name) => `current_setting('${name}') as ${name}`).join(", ")},
  current_setting('server_version_num')::integer / 10000 as major,
  pg_is_in_recovery() as standby,
  current_setting('default_transaction_isolation') as isolation`;

/** No such table, schema or function. */
const missing: ReadonlySet<string> = new Set(["42P01", "3F000", "42883"]);

/**
 * Refuses a database that could not keep our promises: one that answers before it is on disk, a standby, another isolation
 * level, an old release, or a schema that lacks a migration. In the same statement it reads `expression`, a text of JSON: its
 * value, once the database has passed. A serverless instance begins with both, and a round trip less. Rejects with
 * {@link StoreUnavailable}.
 */
export async function checkAndRead(executor: Executor, schema: string, expression: string): Promise<unknown> {
  const applied = `(select coalesce(json_agg(number), '[]')::text from ${tableOf(schema)}) as applied`;
  const text = `select ${question}, ${applied}, ${expression}::text as json`;
  const [state] = await executor.run(text, []).catch((error: unknown) => explain(executor, schema, error));
  if (executor.server) refuseUnsafe(state ?? {});
  await refuseOld(schema, arrayOf(parseJson(state?.["applied"])));
  return parseJson(state?.["json"]);
}

/** Says what is wrong when not even the question could be asked; `error` if nothing is. */
async function explain(executor: Executor, schema: string, error: unknown): Promise<never> {
  if (!(error instanceof StoreUnavailable) || !missing.has(error.code)) throw error;
  const found = `to_regclass('${tableOf(schema)}') is not null as found`;
  const [state] = await executor.run(`select ${question}, ${found}`, []);
  if (executor.server) refuseUnsafe(state ?? {});
  if (state?.["found"] !== true) refuse(`The schema "${schema}" does not exist: run \`handbill migrate\`.`);
  const rows = await executor.run(`select number from ${tableOf(schema)}`, []);
  await refuseOld(
    schema,
    rows.map((row) => row["number"]),
  );
  throw error;
}

function tableOf(schema: string): string {
  return `"${schema}".handbill_migrations`;
}

async function refuseOld(schema: string, applied: readonly unknown[]): Promise<void> {
  const numbers = new Set(applied.map(Number));
  if (Array.from({ length: newestMigration }, (_, index) => index + 1).every((n) => numbers.has(n))) return;
  const { migrations } = await import("./migrations/list.ts");
  const lacking = migrations.filter(({ number }) => !numbers.has(number)).map(({ name }) => name);
  refuse(
    `The schema "${schema}" lacks ${lacking.length} migrations (${lacking.join(", ")}): run \`handbill migrate\`.`,
  );
}

function refuseUnsafe(state: Readonly<Record<string, unknown>>): void {
  for (const name of settings) {
    if (state[name] !== "off") continue;
    refuse(
      `PostgreSQL runs with ${name} = off, so a crash could lose charges that were confirmed. ` +
        `Set ${name} = on (postgresql.conf, ALTER ROLE or ALTER DATABASE) and start again.`,
    );
  }
  if (state["standby"] === true) refuse("This PostgreSQL is a standby: point DATABASE_URL at the primary.");
  if (state["isolation"] !== "read committed") {
    refuse(`default_transaction_isolation is "${String(state["isolation"])}": set it to "read committed".`);
  }
  if (Number(state["major"]) < oldestVersion) {
    refuse(`This is PostgreSQL ${String(state["major"])}: upgrade the server to ${oldestVersion} or later.`);
  }
}

function refuse(message: string): never {
  throw new StoreUnavailable(message, { code: "UNSUITABLE_DATABASE" });
}
