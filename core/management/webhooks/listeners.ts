import { type AuditStore, maxAuditPage } from "../../storage/audit-store.ts";
import type { Webhook } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Listener } from "./event.ts";

/** Finds out since when webhooks exist: the audit trail is asked once for each. */
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

/** The last time, as an id may be used again; a webhook of which the trail does not tell is as old as anything. */
async function createdAt(store: AuditStore, webhookId: string): Promise<EpochMs> {
  const newest = await store.readAudit({ kind: "webhook", entityId: webhookId, limit: maxAuditPage });
  return newest.find(({ action }) => action === "create")?.at ?? 0;
}
