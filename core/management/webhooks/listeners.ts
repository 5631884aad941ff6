import { type AuditStore, maxAuditPage } from "../../storage/audit-store.ts";
import type { Webhook } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Listener } from "./event.ts";

/** Finds the creation times of webhooks. Reads the audit trail once for each webhook. */
export function createListeners(
  store: AuditStore,
): (webhooks: readonly Webhook[]) => Promise<readonly Listener[]> {
  const since = new Map<string, EpochMs>();
  return async (webhooks) => {
    const listeners: Listener[] = [];
    for (const webhook of webhooks) {
      const known = since.get(webhook.id) ?? (await createdAt(store, webhook.id));
      listeners.push({ webhook, since: known });
    }
    since.clear();
    for (const listener of listeners) since.set(listener.webhook.id, listener.since);
    return listeners;
  };
}

/** The last creation, because an id may be reused. A webhook without an audit record counts as created at time 0. */
async function createdAt(store: AuditStore, webhookId: string): Promise<EpochMs> {
  const newest = await store.readAudit({ kind: "webhook", entityId: webhookId, limit: maxAuditPage });
  return newest.find(({ action }) => action === "create")?.at ?? 0;
}
