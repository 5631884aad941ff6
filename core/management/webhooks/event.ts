import { toBase64Url } from "../../signing/base64url.ts";
import { sha256 } from "../../signing/hash.ts";
import { encodeList } from "../../signing/length-prefixed.ts";
import type { NewWebhookMessage, Webhook, WebhookEventType } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";

/** An event that webhooks can subscribe to. */
export interface WebhookEvent {
  readonly type: WebhookEventType;
  /** The publisher concerned; empty: only the operator. */
  readonly publisherId: string;
  readonly at: EpochMs;
  /** The identity of the event. With the type it decides the id, so all instances compute the same id at any time. */
  readonly identity: readonly string[];
  /** Ids, amounts, instants and sentences. No secrets and no user-entered text. */
  readonly data: Readonly<Record<string, string | number | readonly string[]>>;
}

/** A webhook and the start of its events. */
export interface Listener {
  readonly webhook: Webhook;
  /** Its creation. It receives no earlier events. */
  readonly since: EpochMs;
}

/** Whether a webhook receives an event. The operator's webhooks receive all events, a publisher's only its own. */
export function receives({ webhook, since }: Listener, event: WebhookEvent): boolean {
  return (
    webhook.status === "active" &&
    webhook.events.includes(event.type) &&
    (webhook.publisherId === "" || webhook.publisherId === event.publisherId) &&
    event.at >= since
  );
}

/**
 * Builds a message for each event and receiver. A payload has the shape of Standard Webhooks: `{type, timestamp,
 * data}`.
 */
export function messagesOf(
  events: readonly WebhookEvent[],
  listeners: readonly Listener[],
): NewWebhookMessage[] {
  return events.flatMap((event) => {
    const receivers = listeners.filter((listener) => receives(listener, event));
    if (receivers.length === 0) return [];
    const id = eventId(event);
    const { type, at, data } = event;
    const payload = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
    return receivers.map(({ webhook }) => ({ id, webhookId: webhook.id, type, payload }));
  });
}

const idBytes = 18;

function eventId({ type, identity }: WebhookEvent): string {
  return `evt_${toBase64Url(sha256(encodeList([type, ...identity])).subarray(0, idBytes))}`;
}
