import { sql } from "kysely";
import type { AuditStore } from "../../core/storage/audit-store.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ReportStore } from "../../core/storage/report-store.ts";
import type { WebhookStore } from "../../core/storage/webhook-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { storedApiKey, storedWebhook } from "../kit/stored-records.ts";
import { numberOf } from "../kit/stored-values.ts";
import { auditTrailOf } from "./audit-trail.ts";
import { type CountReader, countReaderOf } from "./counts.ts";
import type { Executor } from "./executor.ts";
import type { Functions } from "./functions.ts";
import { reportsOf } from "./reports.ts";
import { type SettlementReader, settlementReaderOf } from "./settlement-reader.ts";
import { fetchJson, queryBuilder } from "./tables.ts";

/** Reads whose SQL depends on the arguments: Kysely writes it. */
export type Queries = Required<ReportStore> &
  SettlementReader &
  AuditStore &
  CountReader &
  Pick<ManagementStore, "listApiKeys"> &
  Pick<WebhookStore, "listWebhooks" | "countWebhookMessages">;

export interface QuerySource {
  readonly executor: Executor;
  readonly functions: Functions;
  readonly schema: string;
  readonly clock: Clock | undefined;
}

export function queriesOf({ executor, functions, schema, clock }: QuerySource): Queries {
  const db = queryBuilder(schema);
  return {
    ...countReaderOf(executor, db),
    ...reportsOf(executor, db, functions, schema, clock),
    ...settlementReaderOf(executor, db, functions),
    ...auditTrailOf(executor, db),
    async listApiKeys(publisherId) {
      const all = db.selectFrom("api_keys as k").orderBy("k.created_at").orderBy("k.sequence");
      const some = publisherId === undefined ? all : all.where("k.publisher_id", "=", publisherId);
      const keys = await fetchJson(executor, some.select(sql<string>`to_jsonb(k)::text`.as("json")));
      return keys.map(storedApiKey);
    },
    async listWebhooks() {
      const all = db.selectFrom("webhooks as w").select(sql<string>`to_json(w)::text`.as("json"));
      return (await fetchJson(executor, all)).map(storedWebhook);
    },
    async countWebhookMessages() {
      const waiting = db
        .selectFrom("webhook_messages as m")
        .where("m.due_at", "is not", null)
        .select(sql<string>`count(*)::text`.as("json"));
      const [n] = await fetchJson(executor, waiting);
      return numberOf(n);
    },
  };
}
