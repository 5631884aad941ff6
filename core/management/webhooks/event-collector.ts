import type { Campaign } from "../../catalog/entities.ts";
import { Lru } from "../../lru.ts";
import type { AuditKind, AuditStore } from "../../storage/audit-store.ts";
import { maxBatch, type ServingStore } from "../../storage/serving-store.ts";
import type {
  NewWebhookMessage,
  Webhook,
  WebhookEventType,
  WebhookStore,
} from "../../storage/webhook-store.ts";
import type { Clock } from "../../timing/clock.ts";
import { type AuditCursor, createAuditCursor } from "./audit-cursor.ts";
import { createCampaignWatch } from "./campaign-watch.ts";
import type { Listener } from "./event.ts";
import { createListeners } from "./listeners.ts";
import { auditedEvents, messagesOfAudit } from "./messages-of-audit.ts";
import { createQualityWatch } from "./quality-watch.ts";

export interface EventCollectorOptions {
  readonly store: WebhookStore & AuditStore & Pick<ServingStore, "readSpend" | "readCounts">;
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  readonly currency: () => Promise<string>;
  readonly clock: Clock;
}

/**
 * Stores a message for each event and each webhook that subscribes to it. Rejects when the store is unreachable; the
 * next call collects the rest.
 */
export type EventCollector = (webhooks: readonly Webhook[]) => Promise<void>;

/** Most remembered messages. They save writes; the store ignores known messages anyway. */
const maxRemembered = 50_000;

const campaignEvents: readonly WebhookEventType[] = [
  "budget.80_percent",
  "budget.exhausted",
  "campaign.started",
  "campaign.ended",
];
const qualityEvents: readonly WebhookEventType[] = ["platform.stands_out"];

/** Several instances may collect the same event. Its id is the same on all of them, so it is stored once. */
export function createEventCollector(options: EventCollectorOptions): EventCollector {
  const { store, campaigns, clock } = options;
  const listenersOf = createListeners(store);
  const cursors: readonly (readonly [readonly WebhookEventType[], AuditCursor])[] = [...auditedEvents].map(
    ([kind, types]: readonly [AuditKind, readonly WebhookEventType[]]) => [
      types,
      createAuditCursor(store, kind, clock),
    ],
  );
  const watchCampaigns = createCampaignWatch(options);
  const watchQuality = createQualityWatch({ store, campaigns, clock });
  const remembered = new Lru<true>(maxRemembered);
  const add = async (messages: readonly NewWebhookMessage[]): Promise<void> => {
    const seen = new Set<string>();
    const newMessages = messages.filter((message) => {
      const key = keyOf(message);
      const isKnown = seen.has(key) || remembered.get(key) === true;
      seen.add(key);
      return !isKnown;
    });
    for (let start = 0; start < newMessages.length; start += maxBatch) {
      const batch = newMessages.slice(start, start + maxBatch);
      await store.addWebhookMessages(batch);
      for (const message of batch) remembered.set(keyOf(message), true);
    }
  };
  return async (webhooks) => {
    const listeners = await listenersOf(webhooks.filter(({ status }) => status === "active"));
    for (const [types, cursor] of cursors) {
      const subscribers = subscribed(listeners, types);
      if (subscribers.length === 0) continue;
      await cursor.read((records) => add(messagesOfAudit(records, subscribers)));
    }
    const operators = listeners.filter(({ webhook }) => webhook.publisherId === "");
    const ofCampaigns = subscribed(operators, campaignEvents);
    if (ofCampaigns.length > 0) await watchCampaigns(ofCampaigns, add);
    const ofQuality = subscribed(operators, qualityEvents);
    if (ofQuality.length > 0) await watchQuality(ofQuality, add);
  };
}

function subscribed(listeners: readonly Listener[], types: readonly WebhookEventType[]): readonly Listener[] {
  return listeners.filter(({ webhook }) => webhook.events.some((type) => types.includes(type)));
}

function keyOf({ id, webhookId }: NewWebhookMessage): string {
  return `${id} ${webhookId}`;
}
