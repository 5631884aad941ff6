import {
  maxWebhooks,
  type NewWebhookMessage,
  type Webhook,
  type WebhookMessage,
  type WebhookStore,
} from "../../../core/storage/webhook-store.ts";
import { storedWebhook } from "../stored-records.ts";
import { parseJson, textOf } from "../stored-values.ts";
import type { CatalogSession, Entries } from "./catalog-state.ts";
import { integerOf } from "./columns.ts";
import type { Connection } from "./session.ts";
import { type MessageRow, webhookMessages, webhooks } from "./tables.ts";

export async function listWebhooks(db: Connection): Promise<readonly Webhook[]> {
  return (await db.rows(webhooks, "1 = 1")).map(({ document }) => storedWebhook(parseJson(document)));
}

export async function putWebhook(
  session: CatalogSession,
  { id, publisherId, url, events, status }: Webhook,
  entries: Entries,
): Promise<"stored" | "full"> {
  const document = JSON.stringify({ id, publisherId, url, events, status });
  const known = await session.rows(webhooks, "1 = 1");
  const old = known.find((row) => row.id === id);
  if (old?.document === document) return "stored";
  if (old === undefined && known.length >= maxWebhooks) return "full";
  await session.upsert(webhooks, [{ id, document }]);
  await session.note(entries);
  return "stored";
}

export async function removeWebhook(session: CatalogSession, id: string, entries: Entries): Promise<boolean> {
  if ((await session.rows(webhooks, "id = ?", id)).length === 0) return false;
  await session.run("DELETE FROM @webhooks WHERE id = ?", id);
  await session.run("DELETE FROM @webhook_messages WHERE webhook_id = ? AND due_at IS NOT NULL", id);
  await session.note(entries);
  return true;
}

const selectKnown = "SELECT webhook_id, id FROM @webhook_messages WHERE webhook_id IN (?) AND id IN (?)";

/** Returns how many were new. */
export async function addMessages(
  session: CatalogSession,
  messages: readonly NewWebhookMessage[],
): Promise<number> {
  const webhookIds = [...new Set(messages.map(({ webhookId }) => webhookId))];
  const ids = messages.map(({ id }) => id);
  const rows = await session.all(selectKnown, webhookIds, ids);
  const known = new Set(rows.map((row) => JSON.stringify([textOf(row["webhook_id"]), textOf(row["id"])])));
  const added = messages.filter(({ webhookId, id }) => !known.has(JSON.stringify([webhookId, id])));
  const due = { createdAt: session.now, dueAt: session.now, attempts: 0 };
  await session.insert(
    webhookMessages,
    added.map((message): MessageRow => ({ ...message, ...due, sequence: session.nextId() })),
  );
  return added.length;
}

const dueFirst = "due_at <= ? ORDER BY due_at, sequence LIMIT ?";

/** A message that another call settles meanwhile stays settled. */
const lease = `UPDATE @webhook_messages SET due_at = ?, attempts = attempts + 1
  WHERE sequence IN (?) AND due_at IS NOT NULL`;

export async function claimMessages(
  session: CatalogSession,
  limit: number,
  leaseMs: number,
): Promise<readonly WebhookMessage[]> {
  const due = await session.rows(webhookMessages, dueFirst, session.now, limit);
  const sequences = due.map(({ sequence }) => sequence);
  if (due.length > 0) await session.run(lease, session.now + leaseMs, sequences);
  return due.map(({ sequence: _, dueAt: __, ...message }) => ({
    ...message,
    attempts: message.attempts + 1,
  }));
}

const settle = `UPDATE @webhook_messages SET due_at = ?, payload = CASE WHEN ? = 1 THEN '' ELSE payload END
  WHERE webhook_id = ? AND id = ? AND due_at IS NOT NULL`;

export async function settleMessage(
  db: Connection,
  { id, webhookId }: Parameters<WebhookStore["settleWebhookMessage"]>[0],
  outcome: "done" | number,
  now: number,
): Promise<void> {
  const isDone = outcome === "done";
  await db.write((session) =>
    session.run(settle, isDone ? null : now + outcome, isDone ? 1 : 0, webhookId, id),
  );
}

export async function countMessages(db: Connection): Promise<number> {
  const [row] = await db.whole("SELECT COUNT(*) AS n FROM @webhook_messages WHERE due_at IS NOT NULL");
  return integerOf(row?.["n"]);
}
