import { callersDuty, definition, definitions, type PromiseCoverage } from "./promise.ts";

/** Webhooks, and the messages that wait for them. */
export const webhookCoverage: readonly PromiseCoverage[] = [
  ["Most webhooks of an installation.", definition],
  ["The types of events", definition],
  ...definitions("The type of an event that"),
  ["An address that gets events.", definition],
  ["Its signing secret is derived", callersDuty],
  ...definitions("The id of the webhook."),
  ["The id of the publisher whose events", definition],
  ...definitions(
    "The address that messages are sent to.",
    "The types of events that the webhook gets.",
    "A disabled webhook gets no new messages.",
  ),
  ["A message about one event", definition],
  ["Identity: (id, webhookId).", ["one event for two webhooks is two messages"]],
  ...definitions("The id of the event."),
  ["An event always has the same id", callersDuty],
  ...definitions("The id of the webhook.", "The type of the event."),
  ["JSON, at most 16,384 characters.", ["any text is an id and a payload of a message"]],
  ...definitions("A stored message."),
  ["The time at which the message", ["a new message is due at once, as it was stored"]],
  [
    "How often it was claimed",
    [
      "a new message is due at once, as it was stored",
      "an unsettled message is due again when its lease ends",
    ],
  ],
  ["Keeps messages until they are delivered", ["an unsettled message is due again when its lease ends"]],
  [
    "The rules of `core/storage/store.ts`",
    [
      "any text is an id of a webhook and its publisher",
      "any text is an id and a payload of a message",
      "512 messages are stored in one batch, and an empty one stores nothing",
    ],
  ],
  ["All of them, in any order.", ["webhooks are listed as they were stored"]],
  [
    "Stores a webhook or replaces",
    ["webhooks are listed as they were stored", "a webhook replaces the one with its id"],
  ],
  [
    "`full` past {@link maxWebhooks}",
    [
      "there is place for 200 webhooks, and the next one changes nothing",
      "64 racers for the last place of a webhook: one is stored and noted",
    ],
  ],
  ["A webhook that is already stored", ["a webhook is noted when it changes, and only then"]],
  ["Removes it and its messages", ["a webhook is removed once, with its messages"]],
  ["False for an unknown webhook", ["an unknown webhook cannot be removed"]],
  [
    "Stores those whose identity is new",
    [
      "a new message is due at once, as it was stored",
      "a message is stored once, by any number of callers",
      "a message that is done is never due, and never stored again",
    ],
  ],
  [
    "Returns the number of new ones.",
    [
      "a message is stored once, by any number of callers",
      "64 calls that add the same messages at once store each once",
    ],
  ],
  ["The messages that are due", ["the longest due messages are claimed first, up to the limit"]],
  [
    "Each is given to one caller",
    [
      "of 64 claimers at once no two get the same message",
      "an unsettled message is due again when its lease ends",
    ],
  ],
  ["`done`: never claimed again", ["a message that is done is never due, and never stored again"]],
  [
    "A number: due again after",
    ["a message that is put off is due after that time, within its lease or past it"],
  ],
  ["An unknown message changes nothing.", ["settling an unknown message changes nothing"]],
  ["The number of messages that are not done", ["the messages that are not done are counted"]],
];
