import { type Kysely, sql } from "kysely";
import type { Webhook, WebhookStore } from "../../core/storage/webhook-store.ts";
import type { Executor } from "./executor.ts";
import { arrayOf, recordOf, textOf } from "./json.ts";
import { fetchJson, type Tables } from "./tables.ts";
import { typeOf } from "./webhooks.ts";

/** Webhooks are changed by functions, and listed by an ordinary query. */
export function webhookListOf(executor: Executor, db: Kysely<Tables>): Pick<WebhookStore, "listWebhooks"> {
  return {
    async listWebhooks() {
      const all = db.selectFrom("webhooks as w").select(sql<string>`to_json(w)::text`.as("json"));
      return (await fetchJson(executor, all)).map(toWebhook);
    },
  };
}

function toWebhook(value: unknown): Webhook {
  const row = recordOf(value);
  return {
    id: textOf(row["id"]),
    publisherId: textOf(row["publisher_id"]),
    url: textOf(row["url"]),
    events: arrayOf(row["events"]).map(typeOf),
    status: row["status"] === "active" ? "active" : "disabled",
  };
}
