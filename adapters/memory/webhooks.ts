import { maxWebhooks, type Webhook } from "../../core/storage/webhook-store.ts";
import { type Messages, removeWaiting } from "./webhook-messages.ts";

/** By id. */
export type Webhooks = Map<string, Webhook>;

/** `unchanged`: it is stored like this already. */
export function putWebhook(webhooks: Webhooks, webhook: Webhook): "stored" | "unchanged" | "full" {
  const known = webhooks.get(webhook.id);
  if (known === undefined && webhooks.size >= maxWebhooks) return "full";
  if (known !== undefined && isSame(known, webhook)) return "unchanged";
  webhooks.set(webhook.id, structuredClone(webhook));
  return "stored";
}

export function removeWebhook(webhooks: Webhooks, messages: Messages, id: string): boolean {
  if (!webhooks.delete(id)) return false;
  removeWaiting(messages, id);
  return true;
}

function isSame(a: Webhook, b: Webhook): boolean {
  const fieldsOf = ({ publisherId, url, events, status }: Webhook): string =>
    JSON.stringify([publisherId, url, events, status]);
  return fieldsOf(a) === fieldsOf(b);
}
