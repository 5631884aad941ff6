import type { PlannedMigration } from "../../core/storage/installation-store.ts";
import { addIndex } from "./add-index.ts";
import { type AppliedSteps, refuseDevelopmentSchema } from "./applied-steps.ts";
import type { Executor } from "./executor.ts";
import { migrations } from "./migrations/list.ts";
import type { IndexMigration, Migration, ScriptMigration } from "./migrations/migration.ts";

/**
 * Every migration of this release in order, and whether the database has it. Changes nothing. Rejects a schema of a development
 * version with `StoreUnavailable`.
 */
export async function planMigrations(
  executor: Executor,
  schema: string,
  steps: readonly Migration[] = migrations,
): Promise<readonly PlannedMigration[]> {
  const applied = await appliedSteps(executor, schema);
  refuseDevelopmentSchema(
    schema,
    applied,
    steps.map(({ name }) => name),
  );
  return steps.map(({ number, name }) => ({ number, name, applied: applied.has(number) }));
}

/**
 * Brings the schema up to date, and returns the steps that were missing. Scripts that follow each other are one transaction: all of
 * them or none. Indexes are built while servers read and write; a call that is interrupted there is completed by the next. Several
 * instances may call it at once. Rejects as {@link planMigrations} does.
 */
export async function migrate(
  executor: Executor,
  schema: string,
  steps: readonly Migration[] = migrations,
): Promise<readonly PlannedMigration[]> {
  const missing = (await planMigrations(executor, schema, steps)).filter((step) => !step.applied);
  if (missing.length > 0) {
    for (const part of inParts(steps)) {
      if ("indexes" in part) await addIndexes(executor, schema, part);
      else await executor.run(migrationScript(schema, part), []);
    }
  }
  return missing.map((step) => ({ ...step, applied: true }));
}

/** Runs of scripts, and the index steps between them. */
function inParts(steps: readonly Migration[]): readonly (readonly ScriptMigration[] | IndexMigration)[] {
  const parts: (ScriptMigration[] | IndexMigration)[] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    if ("indexes" in step) parts.push(step);
    else if (Array.isArray(last)) last.push(step);
    else parts.push([step]);
  }
  return parts;
}

async function addIndexes(executor: Executor, schema: string, step: IndexMigration): Promise<void> {
  if ((await appliedSteps(executor, schema)).has(step.number)) return;
  for (const index of step.indexes) await addIndex(executor, schema, index);
  await executor.run(
    `insert into "${schema}".handbill_migrations (number, name) values ($1, $2) on conflict do nothing`,
    [step.number, step.name],
  );
}

async function appliedSteps(executor: Executor, schema: string): Promise<AppliedSteps> {
  const table = `"${schema}".handbill_migrations`;
  const [found] = await executor.run("select to_regclass($1::text) is not null as found", [table]);
  if (found?.["found"] !== true) return new Map();
  const rows = await executor.run(`select number, name from ${table}`, []);
  return new Map(rows.map((row) => [Number(row["number"]), String(row["name"])]));
}

// One DO block: one statement is one transaction on every driver, behind every pooler.
function migrationScript(schema: string, steps: readonly ScriptMigration[]): string {
  return `do $handbill$
begin
  perform pg_advisory_xact_lock(hashtextextended('handbill migrations of ${schema}', 0));
  if not exists (select from pg_namespace where nspname = '${schema}') then
    create schema "${schema}";
  end if;
  perform set_config('search_path', '"${schema}", pg_temp', true);
  if to_regclass('"${schema}".handbill_migrations') is null then
    create table handbill_migrations (
      number integer primary key,
      name text not null,
      applied_at timestamptz not null default clock_timestamp()
    );
  end if;
${steps.map(step).join("")}  -- Functions act with their owner's rights, so none is for everybody.
  execute 'revoke all on all functions in schema "${schema}" from public';
end $handbill$`;
}

function step({ number, name, sql }: ScriptMigration): string {
  return `  if not exists (select from handbill_migrations where number = ${number}) then
    execute $migration_${number}$${sql}$migration_${number}$;
    insert into handbill_migrations (number, name) values (${number}, '${name}');
  end if;
`;
}
