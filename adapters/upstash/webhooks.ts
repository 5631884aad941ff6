import type { AuditEntry } from "../../core/storage/audit-store.ts";
import {
  maxWebhooks,
  type NewWebhookMessage,
  type Webhook,
  type WebhookMessage,
  type WebhookStore,
} from "../../core/storage/webhook-store.ts";
import { storedMessage, storedWebhook } from "../kit/stored-records.ts";
import { oneOf } from "../kit/stored-values.ts";
import { auditArgument } from "./api-keys.ts";
import { type Context, newNonce, nowArgument } from "./context.ts";
import { parseNumber, parseRecord } from "./json.ts";
import { requestsOf } from "./request-size.ts";
import {
  addMessagesScript,
  claimMessagesScript,
  countMessagesScript,
  listWebhooksScript,
  putWebhookScript,
  removeWebhookScript,
  settleMessageScript,
} from "./scripts/webhooks.ts";

export function webhooksOf(context: Context): WebhookStore {
  const { run, keys } = context;
  const call = (): readonly string[] => [nowArgument(context), newNonce()];
  return {
    async listWebhooks() {
      const { lines } = await run(listWebhooksScript, [keys.root], []);
      return lines.map((line) => storedWebhook(parseRecord(line)));
    },

    async putWebhook(webhook: Webhook, audit?: AuditEntry) {
      const { id, publisherId, url, events, status } = webhook;
      const document = JSON.stringify({ id, publisherId, url, events, status });
      const args = [...call(), id, document, String(maxWebhooks), ...auditArgument(audit)];
      const { head } = await run(putWebhookScript, [keys.root], args);
      return oneOf(head[0], ["stored", "full"]);
    },

    async removeWebhook(id: string, audit?: AuditEntry) {
      const { head } = await run(removeWebhookScript, [keys.root], [...call(), id, ...auditArgument(audit)]);
      return oneOf(head[0], ["removed", "none"]) === "removed";
    },

    async addWebhookMessages(messages: readonly NewWebhookMessage[]) {
      const argsOf = ({ id, webhookId, type, payload }: NewWebhookMessage): readonly string[] => [
        webhookId,
        id,
        JSON.stringify({ id, webhookId, type, payload }),
      ];
      let added = 0;
      for (const request of requestsOf(messages, argsOf)) {
        const args = request.flatMap(argsOf);
        const { head } = await run(addMessagesScript, [keys.root], [...call(), ...args]);
        added += parseNumber(head[1]);
      }
      return added;
    },

    async claimWebhookMessages(limit: number, leaseMs: number) {
      const args = [...call(), String(limit), String(leaseMs)];
      const { lines } = await run(claimMessagesScript, [keys.root], args);
      return lines.map(toMessage);
    },

    async settleWebhookMessage({ id, webhookId }, outcome) {
      const args = [nowArgument(context), webhookId, id, String(outcome)];
      await run(settleMessageScript, [keys.root], args);
    },

    async countWebhookMessages() {
      const { head } = await run(countMessagesScript, [keys.root], []);
      return parseNumber(head[1]);
    },
  };
}

function toMessage(line: string): WebhookMessage {
  const [createdAt, attempts, json = ""] = line.split("\t");
  const times = { createdAt: parseNumber(createdAt), attempts: parseNumber(attempts) };
  return storedMessage({ ...parseRecord(json), ...times });
}
