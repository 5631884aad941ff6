import type { AuditEntry } from "../storage/audit-store.ts";
import type { EntityRef } from "../storage/catalog-change.ts";
import type { Webhook, WebhookStore } from "../storage/webhook-store.ts";

/**
 * The audit entry of a webhook's change. It holds only the origin of the address, because a path may contain a secret.
 */
export function webhookEntry(
  { id, publisherId, url, events }: Webhook,
  action: AuditEntry["action"],
  actor: string,
): AuditEntry {
  return {
    actor,
    action,
    kind: "webhook",
    entityId: id,
    publisherId,
    changes: JSON.stringify([
      { path: "url", to: new URL(url).origin },
      { path: "events", to: events },
    ]),
  };
}

/** The ids of the removed publishers. */
export function publishersOf(removals: readonly EntityRef[]): ReadonlySet<string> {
  return new Set(removals.filter(({ kind }) => kind === "publisher").map(({ id }) => id));
}

/** Removes the webhooks of removed publishers, so that a later owner of the id sends nothing to them. */
export async function removeWebhooksOf(
  publisherIds: ReadonlySet<string>,
  store: Pick<WebhookStore, "listWebhooks" | "removeWebhook">,
  actor: string,
): Promise<void> {
  if (publisherIds.size === 0) return;
  for (const webhook of await store.listWebhooks()) {
    if (!publisherIds.has(webhook.publisherId)) continue;
    await store.removeWebhook(webhook.id, webhookEntry(webhook, "remove", actor));
  }
}
