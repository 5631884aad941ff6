import type { WebhookStore } from "../../core/storage/webhook-store.ts";
import { storedMessage } from "../kit/stored-records.ts";
import { arrayOf, numberOf } from "../kit/stored-values.ts";
import type { Functions } from "./functions.ts";

export function webhooksOf(
  functions: Functions,
): Omit<WebhookStore, "listWebhooks" | "countWebhookMessages"> {
  return {
    putWebhook: async (webhook, audit) =>
      (await functions.putWebhook(webhook, audit)) === "full" ? "full" : "stored",
    removeWebhook: async (id, audit) => (await functions.removeWebhook(id, audit)) === true,
    addWebhookMessages: async (messages) =>
      messages.length === 0 ? 0 : numberOf(await functions.addWebhookMessages(messages)),
    claimWebhookMessages: async (limit, leaseMs) =>
      arrayOf(await functions.claimWebhookMessages(limit, leaseMs)).map(storedMessage),
    async settleWebhookMessage({ id, webhookId }, outcome) {
      await functions.settleWebhookMessage(webhookId, id, outcome === "done" ? null : outcome);
    },
  };
}
