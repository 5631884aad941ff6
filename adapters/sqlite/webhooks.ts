import {
  maxWebhooks,
  type NewWebhookMessage,
  type Webhook,
  type WebhookEventType,
  type WebhookMessage,
  type WebhookStore,
  webhookEventTypes,
} from "../../core/storage/webhook-store.ts";
import type { Database } from "./database.ts";
import { integerOf, type Row, textOf, wordOf } from "./row.ts";

export function listWebhooks(db: Database): readonly Webhook[] {
  return db.all("SELECT * FROM webhooks").map(toWebhook);
}

const putRow =
  "INSERT OR REPLACE INTO webhooks (id, publisher_id, url, events, status) VALUES (?, ?, ?, ?, ?)";

/** `unchanged`: it is stored like this already. */
export function putWebhook(db: Database, webhook: Webhook): "stored" | "unchanged" | "full" {
  const { id, publisherId, url, events, status } = webhook;
  const fields = [publisherId, url, JSON.stringify(events), status];
  const row = db.get("SELECT * FROM webhooks WHERE id = ?", id);
  if (row === undefined) {
    if (integerOf(db.get("SELECT count(*) AS n FROM webhooks"), "n") >= maxWebhooks) return "full";
  } else if (["publisher_id", "url", "events", "status"].every((name, n) => row[name] === fields[n])) {
    return "unchanged";
  }
  db.run(putRow, id, ...fields);
  return "stored";
}

export function removeWebhook(db: Database, id: string): boolean {
  if (db.run("DELETE FROM webhooks WHERE id = ?", id) === 0) return false;
  db.run("DELETE FROM webhook_messages WHERE webhook_id = ? AND due_at IS NOT NULL", id);
  return true;
}

const addMessage = `INSERT INTO webhook_messages (webhook_id, id, type, payload, created_at, due_at)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

/** How many were new. */
export function addMessages(db: Database, messages: readonly NewWebhookMessage[], now: number): number {
  let added = 0;
  for (const { webhookId, id, type, payload } of messages) {
    added += db.run(addMessage, webhookId, id, type, payload, now, now);
  }
  return added;
}

const dueFirst = `SELECT sequence, webhook_id, id, type, payload, created_at, attempts FROM webhook_messages
  WHERE due_at <= ? ORDER BY due_at, sequence LIMIT ?`;

const lease = "UPDATE webhook_messages SET due_at = ?, attempts = attempts + 1 WHERE sequence = ?";

export function claimMessages(
  db: Database,
  limit: number,
  leaseMs: number,
  now: number,
): readonly WebhookMessage[] {
  return db.all(dueFirst, now, limit).map((row) => {
    db.run(lease, now + leaseMs, integerOf(row, "sequence"));
    return toMessage(row);
  });
}

const done = `UPDATE webhook_messages SET due_at = NULL, payload = ''
  WHERE webhook_id = ? AND id = ? AND due_at IS NOT NULL`;

const later = "UPDATE webhook_messages SET due_at = ? WHERE webhook_id = ? AND id = ? AND due_at IS NOT NULL";

export function settleMessage(
  db: Database,
  { id, webhookId }: Parameters<WebhookStore["settleWebhookMessage"]>[0],
  outcome: "done" | number,
  now: number,
): void {
  if (outcome === "done") db.run(done, webhookId, id);
  else db.run(later, now + outcome, webhookId, id);
}

function toWebhook(row: Row): Webhook {
  const events: unknown = JSON.parse(textOf(row, "events"));
  const known = webhookEventTypes.filter((type) => Array.isArray(events) && events.includes(type));
  return {
    id: textOf(row, "id"),
    publisherId: textOf(row, "publisher_id"),
    url: textOf(row, "url"),
    events: Array.isArray(events) ? events.flatMap((type) => known.filter((one) => one === type)) : known,
    status: row["status"] === "active" ? "active" : "disabled",
  };
}

const types: readonly WebhookEventType[] = webhookEventTypes;

/** As it is after the claim. */
function toMessage(row: Row): WebhookMessage {
  return {
    id: textOf(row, "id"),
    webhookId: textOf(row, "webhook_id"),
    type: wordOf(row, "type", types),
    payload: textOf(row, "payload"),
    createdAt: integerOf(row, "created_at"),
    attempts: integerOf(row, "attempts") + 1,
  };
}
