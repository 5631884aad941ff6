import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import { parseJson } from "../kit/stored-values.ts";
import type { Executor, Parameter } from "./executor.ts";

/** Columns that Kysely's queries name; functions and `reads.ts` use the rest. */
export interface Tables {
  api_keys: { id: string; publisher_id: string; created_at: number; sequence: number };
  catalog_state: { epoch: string; version: number };
  entities: { kind: string; id: string; document: unknown };
  charges: ChargeColumns;
  adjustments: AdjustmentColumns;
  ledger_entries: EntryColumns;
  statements: { account: string; number: number; document: string };
  creative_versions: { version_id: string; creative_id: string };
  audit: { id: number; kind: string; entity_id: string; publisher_id: string };
  webhooks: { id: string };
  webhook_messages: { due_at: number | null };
  deliveries: RecentColumns;
  stray_deliveries: { id: string; issued_at: number };
  counts: CountColumns;
}

interface OwnerColumns {
  publisher_id: string;
  platform_id: string;
  api_key_id: string;
  advertiser: string;
  campaign_id: string;
}

interface ChargeColumns extends OwnerColumns {
  delivery_id: string;
  charged_at: number;
  mark: string;
}

interface AdjustmentColumns extends OwnerColumns {
  id: string;
  delivery_id: string;
  at: number;
  adjusted_after: number;
}

interface EntryColumns extends OwnerColumns {
  at: number;
  creative_version_id: string;
  mark: string;
}

interface RecentColumns {
  id: string;
  mark: string;
  issued_at: number;
  seen_at: number | null;
}

interface CountColumns extends OwnerColumns {
  hour: number;
  metric: string;
  reason: string;
  placement: string;
  format: string;
  language: string;
  creative_id: string;
  topic_id: string;
  n: number;
}

/** Writes SQL; {@link fetchJson} and the executor run it. */
export function queryBuilder(schema: string): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema(schema);
}

/**
 * Runs a query whose rows have one JSON text column named `json`, and parses it: numbers are exact up to
 * 2^53.
 */
export async function fetchJson(
  executor: Executor,
  query: Compilable<{ json: string | null }>,
): Promise<unknown[]> {
  const { sql, parameters } = query.compile();
  const rows = await executor.run(sql, parameters.filter(isParameter));
  return rows.map((row) => parseJson(row["json"]));
}

// An array parameter would need the driver to know the array types; JSON needs nothing.
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)))`;
}

function isParameter(value: unknown): value is Parameter {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  throw new TypeError(`A query parameter is a ${typeof value}: pass text, a number, a boolean or null.`);
}
