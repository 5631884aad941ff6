import { StoreUnavailable } from "../kit/errors.ts";
import { arrayOf, numberOf, parseJson, textOf } from "../kit/stored-values.ts";
import { type AppliedSteps, refuseDevelopmentSchema } from "./applied-steps.ts";
import type { Executor } from "./executor.ts";
import { migrationNames } from "./migrations/names.ts";

const settings = ["fsync", "full_page_writes", "synchronous_commit"] as const;

const oldestVersion = 15;

const question = `${settings.map((name) => `current_setting('${name}') as ${name}`).join(", ")},
  current_setting('server_version_num')::integer / 10000 as major,
  pg_is_in_recovery() as standby,
  current_setting('default_transaction_isolation') as isolation`;

/** No such table, schema or function. */
const missing: ReadonlySet<string> = new Set(["42P01", "3F000", "42883"]);

/**
 * Rejects with {@link StoreUnavailable} a database that cannot keep our promises: it answers before a commit is on disk, it is a
 * standby, it has another isolation level or an old release, its schema lacks a migration or is one of a development version.
 * The same statement reads `expression`, a text of JSON, and returns its value: a serverless instance needs both first, and this
 * saves a round trip.
 */
export async function checkAndRead(executor: Executor, schema: string, expression: string): Promise<unknown> {
  const applied = `${appliedOf(schema)} as applied`;
  const text = `select ${question}, ${applied}, ${expression}::text as json`;
  const [state] = await executor.run(text, []).catch((error: unknown) => explain(executor, schema, error));
  if (executor.server) refuseUnsafe(state ?? {});
  refuseOtherSteps(schema, state?.["applied"]);
  return parseJson(state?.["json"]);
}

/** Finds out why the question failed. Rejects with `error` where nothing is wrong with the schema. */
async function explain(executor: Executor, schema: string, error: unknown): Promise<never> {
  if (!(error instanceof StoreUnavailable) || !missing.has(error.code)) throw error;
  const found = `to_regclass('${tableOf(schema)}') is not null as found`;
  const [state] = await executor.run(`select ${question}, ${found}`, []);
  if (executor.server) refuseUnsafe(state ?? {});
  if (state?.["found"] !== true)
    refuse(`The schema "${schema}" does not exist: run \`handbill migrate\`, or \`migrate()\` of the store.`);
  const [row] = await executor.run(`select ${appliedOf(schema)} as applied`, []);
  refuseOtherSteps(schema, row?.["applied"]);
  throw error;
}

function tableOf(schema: string): string {
  return `"${schema}".handbill_migrations`;
}

/** An expression: the numbers and names of the applied steps as JSON text. */
function appliedOf(schema: string): string {
  return `(select coalesce(json_agg(json_build_array(number, name)), '[]')::text from ${tableOf(schema)})`;
}

function refuseOtherSteps(schema: string, json: unknown): void {
  const applied: AppliedSteps = new Map(
    arrayOf(parseJson(json)).map((step) => {
      const [number, name] = arrayOf(step);
      return [numberOf(number), textOf(name)];
    }),
  );
  refuseDevelopmentSchema(schema, applied, migrationNames);
  const lacking = migrationNames.filter((_, index) => !applied.has(index + 1));
  if (lacking.length === 0) return;
  refuse(
    `The schema "${schema}" lacks ${lacking.length} migrations (${lacking.join(", ")}): run \`handbill migrate\`, or \`migrate()\` of the store.`,
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
