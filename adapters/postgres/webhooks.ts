import {
  type WebhookEventType,
  type WebhookMessage,
  type WebhookStore,
  webhookEventTypes,
} from "../../core/storage/webhook-store.ts";
import type { Functions } from "./functions.ts";
import { arrayOf, numberOf, recordOf, textOf } from "./json.ts";

export function webhooksOf(functions: Functions): Omit<WebhookStore, "listWebhooks"> {
  return {
    putWebhook: async (webhook, audit) =>
      (await functions.putWebhook(webhook, audit)) === "full" ? "full" : "stored",
    removeWebhook: async (id, audit) => (await functions.removeWebhook(id, audit)) === true,
    addWebhookMessages: async (messages) =>
      messages.length === 0 ? 0 : numberOf(await functions.addWebhookMessages(messages)),
    claimWebhookMessages: async (limit, leaseMs) =>
      arrayOf(await functions.claimWebhookMessages(limit, leaseMs)).map(toMessage),
    async settleWebhookMessage({ id, webhookId }, outcome) {
      await functions.settleWebhookMessage(webhookId, id, outcome === "done" ? null : outcome);
    },
  };
}

function toMessage(value: unknown): WebhookMessage {
  const row = recordOf(value);
  return {
    id: textOf(row["id"]),
    webhookId: textOf(row["webhookId"]),
    type: typeOf(row["type"]),
    payload: textOf(row["payload"]),
    createdAt: numberOf(row["createdAt"]),
    attempts: numberOf(row["attempts"]),
  };
}

export function typeOf(value: unknown): WebhookEventType {
  const type = webhookEventTypes.find((name) => name === value);
  if (type === undefined) throw new TypeError(`a stored webhook has the unknown event ${String(value)}`);
  return type;
}
