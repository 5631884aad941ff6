import { CountTable } from "../../../../adapters/memory/count-table.ts";
import {
  type AuditEntry,
  type AuditRecord,
  type AuditStore,
  maxAuditPage,
} from "../../../../core/storage/audit-store.ts";
import type { ServingStore, Spend } from "../../../../core/storage/serving-store.ts";
import {
  maxWebhooks,
  type NewWebhookMessage,
  type Webhook,
  type WebhookMessage,
  type WebhookStore,
} from "../../../../core/storage/webhook-store.ts";
import type { Clock } from "../../../../core/timing/clock.ts";

/** A stored message. It stays after it is done, so that it is never stored again. */
export interface StoredMessage extends NewWebhookMessage {
  readonly createdAt: number;
  attempts: number;
  /** When it is due; absent when it is done. */
  dueAt?: number | undefined;
}

export interface MemoryWebhooks
  extends WebhookStore,
    AuditStore,
    Pick<ServingStore, "readSpend" | "readCounts"> {
  readonly messages: ReadonlyMap<string, StoredMessage>;
  readonly spend: Map<string, Spend>;
  /** The statistics. */
  readonly counts: CountTable;
  /** Notes a change in the audit trail. */
  readonly note: (entry: Partial<AuditEntry>) => AuditRecord;
}

/** The two ports, as their doc comments say, in the memory of the test. Each operation is one step of the event loop. */
export function createMemoryWebhooks(clock: Clock): MemoryWebhooks {
  const webhooks = new Map<string, Webhook>();
  const messages = new Map<string, StoredMessage>();
  const spend = new Map<string, Spend>();
  const counts = new CountTable();
  const trail: AuditRecord[] = [];
  const note = (entry: Partial<AuditEntry>): AuditRecord => {
    const record = {
      actor: "operator",
      action: "update" as const,
      kind: "platform" as const,
      entityId: "pf_news",
      publisherId: "pub_news",
      changes: "[]",
      ...entry,
      id: trail.length + 1,
      at: clock(),
    };
    trail.push(record);
    return record;
  };
  return {
    messages,
    spend,
    counts,
    note,
    readCounts: async (query) => counts.read(query),
    readSpend: async (ids) => ids.map((id) => spend.get(id)),
    readAudit: async ({ before, after, publisherId, kind, entityId, limit }) => {
      if (limit < 1 || limit > maxAuditPage) throw new RangeError("limit");
      const found = trail.filter(
        (record) =>
          (before === undefined || record.id < before) &&
          (after === undefined || record.id > after) &&
          (publisherId === undefined || record.publisherId === publisherId) &&
          (kind === undefined || record.kind === kind) &&
          (entityId === undefined || record.entityId === entityId),
      );
      return (after === undefined ? found.reverse() : found).slice(0, limit);
    },
    listWebhooks: async () => [...webhooks.values()],
    putWebhook: async (webhook, audit) => {
      if (!webhooks.has(webhook.id) && webhooks.size >= maxWebhooks) return "full";
      webhooks.set(webhook.id, webhook);
      if (audit !== undefined) note(audit);
      return "stored";
    },
    removeWebhook: async (id, audit) => {
      if (!webhooks.delete(id)) return false;
      for (const [key, message] of messages) if (message.webhookId === id) messages.delete(key);
      if (audit !== undefined) note(audit);
      return true;
    },
    addWebhookMessages: async (added) => {
      let stored = 0;
      for (const message of added) {
        const key = keyOf(message);
        if (messages.has(key)) continue;
        messages.set(key, { ...message, createdAt: clock(), attempts: 0, dueAt: clock() });
        stored += 1;
      }
      return stored;
    },
    claimWebhookMessages: async (limit, leaseMs) => {
      const due = [...messages.values()].filter(({ dueAt }) => dueAt !== undefined && dueAt <= clock());
      due.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
      return due.slice(0, limit).map((message): WebhookMessage => {
        message.attempts += 1;
        message.dueAt = clock() + leaseMs;
        const { id, webhookId, type, payload, createdAt, attempts } = message;
        return { id, webhookId, type, payload, createdAt, attempts };
      });
    },
    settleWebhookMessage: async (message, outcome) => {
      const stored = messages.get(keyOf(message));
      if (stored?.dueAt === undefined) return;
      stored.dueAt = outcome === "done" ? undefined : clock() + outcome;
    },
    countWebhookMessages: async () =>
      [...messages.values()].filter(({ dueAt }) => dueAt !== undefined).length,
  };
}

function keyOf({ id, webhookId }: { readonly id: string; readonly webhookId: string }): string {
  return `${id} ${webhookId}`;
}
