import type { NewWebhookMessage, WebhookMessage, WebhookStore } from "../../core/storage/webhook-store.ts";
import type { EpochMs } from "../../core/timing/clock.ts";

/** `dueAt` is `undefined` once it is done. Done messages are kept, so that none is stored a second time. */
interface Stored {
  readonly message: NewWebhookMessage;
  readonly createdAt: EpochMs;
  attempts: number;
  dueAt: EpochMs | undefined;
}

/** By identity. */
export type Messages = Map<string, Stored>;

type Identity = Parameters<WebhookStore["settleWebhookMessage"]>[0];

export function addMessages(messages: Messages, added: readonly NewWebhookMessage[], now: EpochMs): number {
  const news = added.filter((message) => !messages.has(keyOf(message)));
  for (const message of news) {
    messages.set(keyOf(message), { message: { ...message }, createdAt: now, attempts: 0, dueAt: now });
  }
  return news.length;
}

/** Looks at every message there is. */
export function claimMessages(
  messages: Messages,
  limit: number,
  leaseMs: number,
  now: EpochMs,
): readonly WebhookMessage[] {
  const due = [...messages.values()]
    .filter(({ dueAt }) => dueAt !== undefined && dueAt <= now)
    .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
    .slice(0, limit);
  return due.map((stored) => {
    stored.attempts += 1;
    stored.dueAt = now + leaseMs;
    return { ...stored.message, createdAt: stored.createdAt, attempts: stored.attempts };
  });
}

export function settleMessage(
  messages: Messages,
  identity: Identity,
  outcome: "done" | number,
  now: EpochMs,
): void {
  const stored = messages.get(keyOf(identity));
  if (stored?.dueAt === undefined) return;
  stored.dueAt = outcome === "done" ? undefined : now + outcome;
}

export function countWaiting(messages: Messages): number {
  let waiting = 0;
  for (const { dueAt } of messages.values()) if (dueAt !== undefined) waiting += 1;
  return waiting;
}

export function removeWaiting(messages: Messages, webhookId: string): void {
  for (const [key, { message, dueAt }] of messages) {
    if (message.webhookId === webhookId && dueAt !== undefined) messages.delete(key);
  }
}

function keyOf({ id, webhookId }: Identity): string {
  return JSON.stringify([webhookId, id]);
}
