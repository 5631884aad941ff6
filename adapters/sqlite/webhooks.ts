import {
  maxWebhooks,
  type NewWebhookMessage,
  type Webhook,
  type WebhookMessage,
  type WebhookStore,
} from "../../core/storage/webhook-store.ts";
import { storedMessage, storedWebhook } from "../kit/stored-records.ts";
import type { Database } from "./database.ts";
import { integerOf } from "./row.ts";

export function listWebhooks(db: Database): readonly Webhook[] {
  return db.all("SELECT * FROM webhooks").map(storedWebhook);
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
    return storedMessage({ ...row, attempts: integerOf(row, "attempts") + 1 });
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
