import { type Kysely, sql } from "kysely";
import type { WebhookStore } from "../../core/storage/webhook-store.ts";
import { storedWebhook } from "../kit/stored-records.ts";
import type { Executor } from "./executor.ts";
import { fetchJson, type Tables } from "./tables.ts";

/** Webhooks are changed by functions, and listed by an ordinary query. */
export function webhookListOf(executor: Executor, db: Kysely<Tables>): Pick<WebhookStore, "listWebhooks"> {
  return {
    async listWebhooks() {
      const all = db.selectFrom("webhooks as w").select(sql<string>`to_json(w)::text`.as("json"));
      return (await fetchJson(executor, all)).map(storedWebhook);
    },
  };
}
