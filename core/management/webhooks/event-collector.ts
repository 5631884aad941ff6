import type { Campaign } from "../../catalog/entities.ts";
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

export interface EventCollectorOptions {
  readonly store: WebhookStore & AuditStore & Pick<ServingStore, "readSpend">;
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  readonly clock: Clock;
}

/** Stores a message for everything that happened and that a webhook wants to be told. */
export type EventCollector = (webhooks: readonly Webhook[]) => Promise<void>;

/** Messages that this instance knows to be stored; the store knows all, but need not be asked each time. */
const maxRemembered = 50_000;

const campaignEvents: readonly WebhookEventType[] = [
  "budget.80_percent",
  "budget.exhausted",
  "campaign.started",
  "campaign.ended",
];

/** Several instances may notice the same at the same time: an event's id is the same for all, and is stored once. */
export function createEventCollector({ store, campaigns, clock }: EventCollectorOptions): EventCollector {
  const listenersOf = createListeners(store);
  const cursors: readonly (readonly [readonly WebhookEventType[], AuditCursor])[] = [...auditedEvents].map(
    ([kind, types]: readonly [AuditKind, readonly WebhookEventType[]]) => [
      types,
      createAuditCursor(store, kind, clock),
    ],
  );
  const watchCampaigns = createCampaignWatch({ store, campaigns, clock });
  const remembered = new Set<string>();
  const add = async (messages: readonly NewWebhookMessage[]): Promise<void> => {
    const news = messages.filter((message) => !remembered.has(keyOf(message)));
    for (let start = 0; start < news.length; start += maxBatch) {
      const batch = news.slice(start, start + maxBatch);
      await store.addWebhookMessages(batch);
      if (remembered.size + batch.length > maxRemembered) remembered.clear();
      for (const message of batch) remembered.add(keyOf(message));
    }
  };
  return async (webhooks) => {
    const listeners = await listenersOf(webhooks.filter(({ status }) => status === "active"));
    for (const [types, cursor] of cursors) {
      const interested = wanting(listeners, types);
      if (interested.length === 0) continue;
      await cursor.read((records) => add(messagesOfAudit(records, interested)));
    }
    const operators = wanting(listeners, campaignEvents).filter(({ webhook }) => webhook.publisherId === "");
    if (operators.length > 0) await watchCampaigns(operators, add);
  };
}

function wanting(listeners: readonly Listener[], types: readonly WebhookEventType[]): readonly Listener[] {
  return listeners.filter(({ webhook }) => webhook.events.some((type) => types.includes(type)));
}

function keyOf({ id, webhookId }: NewWebhookMessage): string {
  return `${id} ${webhookId}`;
}
