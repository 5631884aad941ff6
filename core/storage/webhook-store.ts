import type { EpochMs } from "../timing/clock.ts";
import type { AuditEntry } from "./audit-store.ts";

/** Most webhooks of an installation. */
export const maxWebhooks = 200;

/** The types of events that a webhook can subscribe to. */
export const webhookEventTypes = [
  "budget.80_percent",
  "budget.exhausted",
  "campaign.started",
  "campaign.ended",
  "api_key.created",
  "api_key.revoked",
  "platform.disabled",
  "platform.stands_out",
  "statement.closed",
  "review.pending",
  "charge.adjusted",
] as const;
/** The type of an event that a webhook can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** An address that gets events. Its signing secret is derived from the installation's and its id, and stored nowhere. */
export interface Webhook {
  /** The id of the webhook. */
  readonly id: string;
  /** The id of the publisher whose events it gets; empty: the operator's webhook, which gets the events of all. */
  readonly publisherId: string;
  /** The address that messages are sent to. */
  readonly url: string;
  /** The types of events that the webhook gets. */
  readonly events: readonly WebhookEventType[];
  /** A disabled webhook gets no new messages. */
  readonly status: "active" | "disabled";
}

/** A message about one event to one webhook. Identity: (id, webhookId). */
export interface NewWebhookMessage {
  /** The id of the event. An event always has the same id, so it is stored once even if several instances notice it. */
  readonly id: string;
  /** The id of the webhook. */
  readonly webhookId: string;
  /** The type of the event. */
  readonly type: WebhookEventType;
  /** JSON, at most 16,384 characters. */
  readonly payload: string;
}

/** A stored message. */
export interface WebhookMessage extends NewWebhookMessage {
  /** The time at which the message was stored, by the store's clock. */
  readonly createdAt: EpochMs;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

/**
 * Keeps messages until they are delivered, each at least once, also when an instance crashes. The rules of
 * `core/storage/store.ts` for all operations hold here.
 */
export interface WebhookStore {
  /** All of them, in any order. */
  listWebhooks(): Promise<readonly Webhook[]>;

  /**
   * Stores a webhook or replaces the one with its id, and notes it. `full` past {@link maxWebhooks}, and nothing changed. A
   * webhook that is already stored with the same fields changes nothing, and nothing is noted.
   */
  putWebhook(webhook: Webhook, audit?: AuditEntry): Promise<"stored" | "full">;

  /** Removes it and its messages that are not done, and notes it. False for an unknown webhook, and nothing is noted. */
  removeWebhook(id: string, audit?: AuditEntry): Promise<boolean>;

  /** Stores those whose identity is new, due at once; the others, done or not, change nothing. Returns the number of new ones. */
  addWebhookMessages(messages: readonly NewWebhookMessage[]): Promise<number>;

  /**
   * The messages that are due, the longest due first, at most `limit`. Each is given to one caller, and is due again
   * after `leaseMs` unless it was settled.
   */
  claimWebhookMessages(limit: number, leaseMs: number): Promise<readonly WebhookMessage[]>;

  /**
   * `done`: never claimed again, even after later calls. A number: due again after this number of milliseconds. An unknown message
   * changes nothing.
   */
  settleWebhookMessage(
    message: { readonly id: string; readonly webhookId: string },
    outcome: "done" | number,
  ): Promise<void>;

  /** The number of messages that are not done, whether they are due, claimed or put off. */
  countWebhookMessages(): Promise<number>;
}
