import type { AuditStore } from "../../core/storage/audit-store.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ReportStore } from "../../core/storage/report-store.ts";
import type { WebhookStore } from "../../core/storage/webhook-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { apiKeyListOf } from "./api-key-list.ts";
import { auditTrailOf } from "./audit-trail.ts";
import { type CountReader, countReaderOf } from "./counts.ts";
import type { Executor } from "./executor.ts";
import type { Functions } from "./functions.ts";
import { reportsOf } from "./reports.ts";
import { queryBuilder } from "./tables.ts";
import { webhookListOf } from "./webhook-list.ts";

/** Reads whose SQL depends on the arguments: Kysely writes it. */
export type Queries = ReportStore &
  AuditStore &
  CountReader &
  Pick<ManagementStore, "listApiKeys"> &
  Pick<WebhookStore, "listWebhooks">;

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
    ...auditTrailOf(executor, db),
    ...apiKeyListOf(executor, db),
    ...webhookListOf(executor, db),
  };
}
