import { toBase64Url } from "../../signing/base64url.ts";
import { sha256 } from "../../signing/hash.ts";
import { encodeList } from "../../signing/length-prefixed.ts";
import type { NewWebhookMessage, Webhook, WebhookEventType } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";

/** Something that happened and that webhooks may want to be told. */
export interface WebhookEvent {
  readonly type: WebhookEventType;
  /** Whose it is; empty: the operator's alone. */
  readonly publisherId: string;
  readonly at: EpochMs;
  /** What makes it this event and no other; with the type it decides the id, whoever notices it and when. */
  readonly identity: readonly string[];
  /** Ids, amounts and instants: nothing secret, and no text that somebody wrote. */
  readonly data: Readonly<Record<string, string | number>>;
}

/** A webhook and the time from which on it is told things. */
export interface Listener {
  readonly webhook: Webhook;
  /** When it was created: what happened before is no news to it. */
  readonly since: EpochMs;
}

/** Whether a webhook is to hear of an event. The operator's hear of everybody, a publisher's of its own alone. */
export function wants({ webhook, since }: Listener, event: WebhookEvent): boolean {
  return (
    webhook.status === "active" &&
    webhook.events.includes(event.type) &&
    (webhook.publisherId === "" || webhook.publisherId === event.publisherId) &&
    event.at >= since
  );
}

/** What is to be told to whom. A payload has the shape of Standard Webhooks: `{type, timestamp, data}`. */
export function messagesOf(
  events: readonly WebhookEvent[],
  listeners: readonly Listener[],
): NewWebhookMessage[] {
  return events.flatMap((event) => {
    const wanting = listeners.filter((listener) => wants(listener, event));
    if (wanting.length === 0) return [];
    const id = eventId(event);
    const { type, at, data } = event;
    const payload = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
    return wanting.map(({ webhook }) => ({ id, webhookId: webhook.id, type, payload }));
  });
}

const idBytes = 18;

function eventId({ type, identity }: WebhookEvent): string {
  return `evt_${toBase64Url(sha256(encodeList([type, ...identity])).subarray(0, idBytes))}`;
}
