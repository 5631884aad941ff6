import type { NewWebhookMessage, Webhook } from "../../../core/storage/webhook-store.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

const places = "there is place for 200 webhooks, and the next one changes nothing";
const removal = "a webhook is removed once, with its messages";

export const brokenWebhooks: readonly BrokenStore[] = [
  brokenStore("lists active webhooks only", "webhooks are listed as they were stored", (inner) => ({
    listWebhooks: async () => (await inner.listWebhooks()).filter(({ status }) => status === "active"),
  })),
  brokenStore("keeps the first webhook of an id", "a webhook replaces the one with its id", (inner) => ({
    putWebhook: async (webhook, audit) => {
      const known = (await inner.listWebhooks()).some(({ id }) => id === webhook.id);
      return known ? "stored" : inner.putWebhook(webhook, audit);
    },
  })),
  brokenStore("takes no more than 100 webhooks", places, (inner) => ({
    putWebhook: async (webhook, audit) =>
      (await inner.listWebhooks()).length >= 100 ? "full" : inner.putWebhook(webhook, audit),
  })),
  brokenStore("has no place for the change of a webhook when it is full", places, (inner) => ({
    putWebhook: async (webhook, audit) =>
      (await inner.listWebhooks()).length >= 200 ? "full" : inner.putWebhook(webhook, audit),
  })),
  brokenStore("drops a webhook to have place for the next", places, (inner) => ({
    putWebhook: async (webhook, audit) => {
      const answer = await inner.putWebhook(webhook, audit);
      if (answer === "stored") return answer;
      const [first] = await inner.listWebhooks();
      await inner.removeWebhook(first?.id ?? "");
      return inner.putWebhook(webhook, audit);
    },
  })),
  brokenStore(
    "looks for a place in one transaction and takes it in another",
    "64 racers for the last place of a webhook: one is stored and noted",
    () => {
      const webhooks = new Map<string, Webhook>();
      return {
        listWebhooks: async () => [...webhooks.values()],
        putWebhook: async (webhook) => {
          const isFull = webhooks.size >= 200;
          await roundTrip();
          if (isFull) return "full";
          webhooks.set(webhook.id, webhook);
          return "stored";
        },
      };
    },
  ),
  brokenStore("says of every removal that it found something", removal, (inner) => ({
    removeWebhook: async (id, audit) => {
      await inner.removeWebhook(id, audit);
      return true;
    },
  })),
  brokenStore("keeps the messages of a webhook that is gone", removal, (inner) => {
    const added: NewWebhookMessage[] = [];
    return {
      addWebhookMessages: (messages) => {
        added.push(...messages);
        return inner.addWebhookMessages(messages);
      },
      removeWebhook: async (id, audit) => {
        const removed = await inner.removeWebhook(id, audit);
        await inner.addWebhookMessages(added);
        return removed;
      },
    };
  }),
  brokenStore("removes the messages of all webhooks with one", removal, (inner) => ({
    removeWebhook: async (id, audit) => {
      const removed = await inner.removeWebhook(id, audit);
      if (removed) {
        for (const message of await inner.claimWebhookMessages(512, 0)) {
          await inner.settleWebhookMessage(message, "done");
        }
      }
      return removed;
    },
  })),
  brokenStore(
    "removes some webhook if there is none of the id",
    "an unknown webhook cannot be removed",
    (inner) => ({
      removeWebhook: async (id, audit) => {
        const [first] = await inner.listWebhooks();
        return (await inner.removeWebhook(id, audit)) || inner.removeWebhook(first?.id ?? "", audit);
      },
    }),
  ),
  brokenStore(
    "takes webhooks for the same that differ in case",
    "any text is an id of a webhook and its publisher",
    (inner) => ({
      putWebhook: (webhook, audit) => inner.putWebhook({ ...webhook, id: webhook.id.toLowerCase() }, audit),
    }),
  ),
];
