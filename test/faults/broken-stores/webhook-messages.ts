import type { Store } from "../../../core/storage/store.ts";
import type { NewWebhookMessage, WebhookMessage } from "../../../core/storage/webhook-store.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

const lease = "an unsettled message is due again when its lease ends";
const done = "a message that is done is never due, and never stored again";
const putOff = "a message that is put off is due after that time, within its lease or past it";
const inTurn = "the longest due messages are claimed first, up to the limit";

export const brokenWebhookMessages: readonly BrokenStore[] = [
  brokenStore("counts claims from 0", "a new message is due at once, as it was stored", (inner) =>
    mapClaimed(inner, (claimed) => claimed.map((one) => ({ ...one, attempts: one.attempts - 1 }))),
  ),
  brokenStore("counts only due messages", "the messages that are not done are counted", (inner) => {
    let due = 0;
    return {
      addWebhookMessages: async (messages) => {
        const added = await inner.addWebhookMessages(messages);
        due += added;
        return added;
      },
      claimWebhookMessages: async (limit, leaseMs) => {
        const claimed = await inner.claimWebhookMessages(limit, leaseMs);
        due -= claimed.length;
        return claimed;
      },
      countWebhookMessages: async () => due,
    };
  }),
  brokenStore("counts messages that are done", "the messages that are not done are counted", (inner) => {
    let stored = 0;
    return {
      addWebhookMessages: async (messages) => {
        const added = await inner.addWebhookMessages(messages);
        stored += added;
        return added;
      },
      countWebhookMessages: async () => stored,
    };
  }),
  brokenStore(
    "says that every message is new",
    "a message is stored once, by any number of callers",
    (inner) => ({
      addWebhookMessages: async (messages) => {
        await inner.addWebhookMessages(messages);
        return messages.length;
      },
    }),
  ),
  brokenStore("knows a message by its event alone", "one event for two webhooks is two messages", (inner) => {
    const known = new Set<string>();
    return {
      addWebhookMessages: (messages) =>
        inner.addWebhookMessages(
          messages.filter(({ id }) => {
            const isNew = !known.has(id);
            known.add(id);
            return isNew;
          }),
        ),
    };
  }),
  brokenStore(
    "knows a message by its ids in one text",
    "one event for two webhooks is two messages",
    (inner) => {
      const known = new Set<string>();
      return {
        addWebhookMessages: (messages) =>
          inner.addWebhookMessages(
            messages.filter(({ id, webhookId }) => {
              const isNew = !known.has(`${webhookId}:${id}`);
              known.add(`${webhookId}:${id}`);
              return isNew;
            }),
          ),
      };
    },
  ),
  brokenStore(
    "looks in one transaction whether a message is new and stores it in another",
    "64 calls that add the same messages at once store each once",
    (inner) => {
      const known = new Set<string>();
      return {
        addWebhookMessages: async (messages) => {
          const news = messages.filter(({ id }) => !known.has(id));
          await roundTrip();
          for (const { id } of news) known.add(id);
          await inner.addWebhookMessages(news);
          return news.length;
        },
      };
    },
  ),
  brokenStore(
    "reads what is due in one transaction and takes it in another",
    "of 64 claimers at once no two get the same message",
    (inner, clock) => {
      let due: WebhookMessage[] = [];
      return {
        addWebhookMessages: async (messages: readonly NewWebhookMessage[]) => {
          due.push(...messages.map((one) => ({ ...one, createdAt: clock.now(), attempts: 1 })));
          return inner.addWebhookMessages(messages);
        },
        claimWebhookMessages: async (limit) => {
          const claimed = due.slice(0, limit);
          await roundTrip();
          due = due.filter((one) => !claimed.includes(one));
          return claimed;
        },
      };
    },
  ),
  brokenStore("forgets a message whose claimer died", lease, (inner) => ({
    claimWebhookMessages: (limit) => inner.claimWebhookMessages(limit, Number.MAX_SAFE_INTEGER / 2),
  })),
  brokenStore("ends a lease a millisecond early", lease, (inner) => ({
    claimWebhookMessages: (limit, leaseMs) => inner.claimWebhookMessages(limit, leaseMs - 1),
  })),
  brokenStore("ends a lease a millisecond late", lease, (inner) => ({
    claimWebhookMessages: (limit, leaseMs) => inner.claimWebhookMessages(limit, leaseMs + 1),
  })),
  brokenStore("counts the first claim only", lease, (inner) =>
    mapClaimed(inner, (claimed) => claimed.map((one) => ({ ...one, attempts: 1 }))),
  ),
  brokenStore("takes done for put off", done, (inner) => ({
    settleWebhookMessage: (message, outcome) =>
      inner.settleWebhookMessage(message, outcome === "done" ? 86_400_000 : outcome),
  })),
  brokenStore("stores a message again that is done", done, (inner) => {
    const settled = new Set<string>();
    return {
      settleWebhookMessage: async (message, outcome) => {
        if (outcome === "done") settled.add(message.id);
        await inner.settleWebhookMessage(message, outcome);
      },
      addWebhookMessages: async (messages) =>
        (await inner.addWebhookMessages(messages)) + messages.filter(({ id }) => settled.delete(id)).length,
    };
  }),
  brokenStore("revives a message that was done when a slow claimer puts it off", done, (inner) => {
    const told = new Map<string, WebhookMessage>();
    const revived: WebhookMessage[] = [];
    return {
      claimWebhookMessages: async (limit, leaseMs) => {
        const claimed = await inner.claimWebhookMessages(limit, leaseMs);
        for (const one of claimed) told.set(one.id, one);
        return [...claimed, ...revived.splice(0)];
      },
      settleWebhookMessage: async (message, outcome) => {
        const one = told.get(message.id);
        if (outcome !== "done" && one !== undefined) revived.push(one);
        await inner.settleWebhookMessage(message, outcome);
      },
    };
  }),
  brokenStore("leaves a message that is put off to its lease", putOff, (inner) => ({
    settleWebhookMessage: async (message, outcome) => {
      if (outcome === "done") await inner.settleWebhookMessage(message, outcome);
    },
  })),
  brokenStore("puts a message off in seconds", putOff, (inner) => ({
    settleWebhookMessage: (message, outcome) =>
      inner.settleWebhookMessage(message, outcome === "done" ? outcome : Math.ceil(outcome / 1_000)),
  })),
  brokenStore("gives what is due in the order of its ids", inTurn, (inner) => ({
    claimWebhookMessages: async (limit, leaseMs) => {
      const all = await inner.claimWebhookMessages(512, leaseMs);
      const sorted = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const one of sorted.slice(limit)) await inner.settleWebhookMessage(one, 0);
      return sorted.slice(0, limit);
    },
  })),
  brokenStore("gives more than was asked for", inTurn, (inner) => ({
    claimWebhookMessages: (limit, leaseMs) => inner.claimWebhookMessages(limit + 1, leaseMs),
  })),
  brokenStore("settles an event for all webhooks", "settling an unknown message changes nothing", (inner) => {
    const stored: NewWebhookMessage[] = [];
    return {
      addWebhookMessages: (messages) => {
        stored.push(...messages);
        return inner.addWebhookMessages(messages);
      },
      settleWebhookMessage: async ({ id }, outcome) => {
        for (const one of stored.filter((item) => item.id === id)) {
          await inner.settleWebhookMessage(one, outcome);
        }
      },
    };
  }),
  brokenStore(
    "stores no more than 100 messages at once",
    "512 messages are stored in one batch, and an empty one stores nothing",
    (inner) => ({ addWebhookMessages: (messages) => inner.addWebhookMessages(messages.slice(0, 100)) }),
  ),
  brokenStore(
    "keeps no more than 4,000 characters of a payload",
    "any text is an id and a payload of a message",
    (inner) =>
      mapClaimed(inner, (claimed) =>
        claimed.map((one) => ({ ...one, payload: one.payload.slice(0, 4_000) })),
      ),
  ),
];

function mapClaimed(
  inner: Store,
  map: (claimed: readonly WebhookMessage[]) => readonly WebhookMessage[],
): Pick<Store, "claimWebhookMessages"> {
  return {
    claimWebhookMessages: async (limit, leaseMs) => map(await inner.claimWebhookMessages(limit, leaseMs)),
  };
}
