import {
  maxWebhooks,
  type NewWebhookMessage,
  type Webhook,
  type WebhookMessage,
} from "../../../core/management/webhook-store.ts";
import { type Database, integer, parsed } from "./database.ts";

export function listWebhooks(db: Database): readonly Webhook[] {
  return db.all("SELECT body FROM webhooks").map((row) => parsed<Webhook>(row));
}

/** `unchanged`: it is stored like this already. */
export function putWebhook(db: Database, webhook: Webhook): "stored" | "unchanged" | "full" {
  const { id, publisherId, url, events, status } = webhook;
  const body = JSON.stringify({ id, publisherId, url, events, status });
  const row = db.get("SELECT body FROM webhooks WHERE id = ?", id);
  if (row?.["body"] === body) return "unchanged";
  const stored = integer(db.get("SELECT count(*) AS n FROM webhooks"), "n");
  if (row === undefined && stored >= maxWebhooks) return "full";
  db.run("INSERT OR REPLACE INTO webhooks VALUES (?, ?)", id, body);
  return "stored";
}

export function removeWebhook(db: Database, id: string): boolean {
  if (db.get("SELECT id FROM webhooks WHERE id = ?", id) === undefined) return false;
  db.run("DELETE FROM webhooks WHERE id = ?", id);
  db.run("DELETE FROM messages WHERE webhook = ? AND due_at NOT NULL", id);
  return true;
}

export function addMessages(db: Database, messages: readonly NewWebhookMessage[], now: number): number {
  const count = (): number => integer(db.get("SELECT count(*) AS n FROM messages"), "n");
  const before = count();
  const sql = "INSERT OR IGNORE INTO messages VALUES (?, ?, ?, ?, 0, ?)";
  for (const message of messages) {
    db.run(sql, message.webhookId, message.id, JSON.stringify(message), now, now);
  }
  return count() - before;
}

export function claimMessages(
  db: Database,
  limit: number,
  leaseMs: number,
  now: number,
): readonly WebhookMessage[] {
  const due = db.all(
    "SELECT body, created_at, attempts FROM messages WHERE due_at <= ? ORDER BY due_at LIMIT ?",
    now,
    limit,
  );
  return due.map((row) => {
    const message = parsed<NewWebhookMessage>(row);
    const sql = "UPDATE messages SET due_at = ?, attempts = attempts + 1 WHERE webhook = ? AND id = ?";
    db.run(sql, now + leaseMs, message.webhookId, message.id);
    return { ...message, createdAt: integer(row, "created_at"), attempts: integer(row, "attempts") + 1 };
  });
}

export function settleMessage(
  db: Database,
  { id, webhookId }: { readonly id: string; readonly webhookId: string },
  outcome: "done" | number,
  now: number,
): void {
  const sql = "UPDATE messages SET due_at = ? WHERE webhook = ? AND id = ? AND due_at NOT NULL";
  db.run(sql, outcome === "done" ? null : now + outcome, webhookId, id);
}
