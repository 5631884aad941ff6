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
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Where events are told. Its signing secret is derived from the installation's and its id, and stored nowhere. */
export interface Webhook {
  readonly id: string;
  /** Whose events; empty: the operator's, all. */
  readonly publisherId: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly status: "active" | "disabled";
}

/** One event to tell one webhook. Identity: (id, webhookId). */
export interface NewWebhookMessage {
  /** The same event always has the same id, so that it is stored once whoever notices it. */
  readonly id: string;
  readonly webhookId: string;
  readonly type: WebhookEventType;
  /** JSON, at most 16,384 characters. */
  readonly payload: string;
}

export interface WebhookMessage extends NewWebhookMessage {
  readonly createdAt: EpochMs;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

/**
 * Messages wait here until they are told; at least once each, whoever crashes. The rules of `core/storage/store.ts` for all
 * operations hold here.
 */
export interface WebhookStore {
  /** All of them, in any order. */
  listWebhooks(): Promise<readonly Webhook[]>;

  /**
   * Stores a webhook or replaces the one with its id, and notes it. `full` past {@link maxWebhooks}, and nothing changed. One
   * that is stored like this already changes nothing, and nothing is noted.
   */
  putWebhook(webhook: Webhook, audit?: AuditEntry): Promise<"stored" | "full">;

  /** Removes it and its messages that are not done, and notes it. False when there was none, and nothing is noted. */
  removeWebhook(id: string, audit?: AuditEntry): Promise<boolean>;

  /** Stores those whose identity is new, due at once; the others, done or not, change nothing. How many were new. */
  addWebhookMessages(messages: readonly NewWebhookMessage[]): Promise<number>;

  /**
   * The messages that are due, the longest due first, at most `limit`. Each is given to one caller, and is due again
   * after `leaseMs` unless it was settled.
   */
  claimWebhookMessages(limit: number, leaseMs: number): Promise<readonly WebhookMessage[]>;

  /**
   * `done`: never claimed again, whatever comes later. A number: due again after so many milliseconds. An unknown message
   * changes nothing.
   */
  settleWebhookMessage(
    message: { readonly id: string; readonly webhookId: string },
    outcome: "done" | number,
  ): Promise<void>;
}
