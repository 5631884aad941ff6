import { StoreDataError, StoreUnavailable } from "../kit/errors.ts";
import type { Executor } from "./executor.ts";
import type { AddedIndex } from "./migrations/migration.ts";

/** A build waits for every transaction that is older than itself. */
const maxBuildMs = 24 * 3_600_000;
const pauseMs = 200;
/** A statement that locks a table waits so long, because every write waits behind it. */
const lockTimeoutMs = 100;
/** Another instance made the index, a week was dropped meanwhile, or a lock was not free. The next look says which. */
const changedMeanwhile: ReadonlySet<string> = new Set(["42P07", "23505", "42P01", "42704", "55000", "55P03"]);

/**
 * Adds an index while the table is read and written (`create index concurrently`; a partitioned table gets it partition by
 * partition). Several instances may call it at once. An index that an interrupted build left behind is built again.
 */
export async function addIndex(executor: Executor, schema: string, index: AddedIndex): Promise<void> {
  const inSchema = (name: string): string => `"${schema}"."${name}"`;
  // An embedded database has one connection, which nobody else waits for.
  const concurrently = executor.server ? "concurrently " : "";
  const run = async (statement: string): Promise<void> => {
    try {
      await executor.run(statement, [], { timeoutMs: maxBuildMs });
    } catch (error) {
      const isKnown = error instanceof StoreUnavailable || error instanceof StoreDataError;
      if (!isKnown || !(changedMeanwhile.has(error.code) || isOvertaken(error))) throw error;
    }
  };
  const runLocking = (statement: string): Promise<void> =>
    run(`do $locking$ begin set local lock_timeout = ${lockTimeoutMs}; ${statement}; end $locking$`);
  const build = async (name: string, table: string): Promise<boolean> => {
    const state = await readState(executor, inSchema(name));
    if (state === "valid") return true;
    if (state === "building") return false;
    if (state === "invalid") await run(`drop index ${concurrently}if exists ${inSchema(name)}`);
    await run(
      `create index ${concurrently}if not exists "${name}" on ${inSchema(table)} ${index.definition}`,
    );
    return (await readState(executor, inSchema(name))) === "valid";
  };
  const buildPartitions = async (): Promise<boolean> => {
    await runLocking(
      `create index if not exists "${index.name}" on only ${inSchema(index.table)} ${index.definition}`,
    );
    const missing = await partitionsWithout(executor, inSchema(index.table), inSchema(index.name));
    for (const { partition, number } of missing) {
      const part = `${index.name}_${number}`;
      if (!(await build(part, partition))) continue;
      await runLocking(`alter index ${inSchema(index.name)} attach partition ${inSchema(part)}`);
    }
    return (await readState(executor, inSchema(index.name))) === "valid";
  };
  const isPartitioned = await readIsPartitioned(executor, inSchema(index.table));
  while (!(await (isPartitioned ? buildPartitions() : build(index.name, index.table)))) await pause();
}

/** Another instance dropped the same index. PostgreSQL has no code of its own for it. */
function isOvertaken({ code, message }: StoreUnavailable | StoreDataError): boolean {
  return code === "XX000" && /tuple concurrently (?:updated|deleted)/.test(message);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

type IndexState = "missing" | "building" | "invalid" | "valid";

async function readState(executor: Executor, name: string): Promise<IndexState> {
  const [row] = await executor.run(
    `select i.indisvalid as valid,
      exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as building
    from pg_index i where i.indexrelid = to_regclass($1::text)`,
    [name],
  );
  if (row === undefined) return "missing";
  if (row["valid"] === true) return "valid";
  return row["building"] === true ? "building" : "invalid";
}

async function readIsPartitioned(executor: Executor, table: string): Promise<boolean> {
  const [row] = await executor.run(
    "select relkind = 'p' as partitioned from pg_class where oid = to_regclass($1::text)",
    [table],
  );
  return row?.["partitioned"] === true;
}

/** The partitions of a table to which no part of an index belongs. Their object numbers make names that no other partition gets. */
async function partitionsWithout(
  executor: Executor,
  table: string,
  index: string,
): Promise<readonly { readonly partition: string; readonly number: string }[]> {
  const rows = await executor.run(
    `select c.relname as partition, c.oid::text as number from pg_inherits t join pg_class c on c.oid = t.inhrelid
    where t.inhparent = to_regclass($1::text) and not exists (
      select from pg_inherits a join pg_index i on i.indexrelid = a.inhrelid
      where a.inhparent = to_regclass($2::text) and i.indrelid = c.oid)
    order by c.relname`,
    [table, index],
  );
  return rows.map((row) => ({ partition: String(row["partition"]), number: String(row["number"]) }));
}
