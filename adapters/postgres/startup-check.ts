import { StoreUnavailable } from "./errors.ts";
import type { Executor } from "./executor.ts";
import { migrations } from "./migrations/list.ts";

const settings = ["fsync", "full_page_writes", "synchronous_commit"] as const;

const oldestVersion = 15;

const question = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(", ")},
  current_setting('server_version_num')::integer / 10000 as major,
  pg_is_in_recovery() as standby,
  current_setting('default_transaction_isolation') as isolation,
  to_regclass($1::text) is not null as migrated`;

/**
 * Refuses a database that could not keep our promises: one that answers before it is on disk, a standby,
 * another isolation level, an old release, or a schema that lacks a migration. Rejects with {@link
 * StoreUnavailable}.
 */
export async function checkDatabase(executor: Executor, schema: string): Promise<void> {
  const table = `"${schema}".handbill_migrations`;
  const [state] = await executor.run(question, [table]);
  if (executor.server) refuseUnsafe(state ?? {});
  if (state?.["migrated"] !== true)
    refuse(`The schema "${schema}" does not exist: run \`handbill migrate\`.`);
  const rows = await executor.run(`select number from ${table}`, []);
  const applied = new Set(rows.map((row) => Number(row["number"])));
  const missing = migrations.filter(({ number }) => !applied.has(number));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(", ");
    refuse(`The schema "${schema}" lacks ${missing.length} migrations (${names}): run \`handbill migrate\`.`);
  }
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
  throw new StoreUnavailable(message, "UNSUITABLE_DATABASE");
}
