import { callersDuty, definition, type PromiseCoverage } from "./promise.ts";

/** Webhooks, and the messages that wait for them. */
export const webhookCoverage: readonly PromiseCoverage[] = [
  ["Most webhooks of an installation.", definition],
  ["The types of events", definition],
  ["Where events are told.", definition],
  ["Its signing secret is derived", callersDuty],
  ["Whose events; empty:", definition],
  ["One event to tell one webhook.", definition],
  ["Identity: (id, webhookId).", ["one event for two webhooks is two messages"]],
  ["The same event always has the same id", callersDuty],
  ["JSON, at most 16,384 characters.", ["any text is an id and a payload of a message"]],
  [
    "How often it was claimed",
    [
      "a new message is due at once, as it was stored",
      "a message that nobody settles is due again when its lease ends",
    ],
  ],
  [
    "Messages wait here until they are told;",
    ["a message that nobody settles is due again when its lease ends"],
  ],
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
  ["One that is stored like this already", ["a webhook is noted when it changes, and only then"]],
  ["Removes it and its messages", ["a webhook is removed once, with its messages"]],
  ["False when there was none", ["a webhook that there is not cannot be removed"]],
  [
    "Stores those whose identity is new",
    [
      "a new message is due at once, as it was stored",
      "a message is stored once, whoever adds it",
      "a message that is done is never due, and never stored again",
    ],
  ],
  [
    "How many were new.",
    ["a message is stored once, whoever adds it", "64 who add the same messages at once store each once"],
  ],
  ["The messages that are due", ["what is due longest is claimed first, up to the limit"]],
  [
    "Each is given to one caller",
    [
      "of 64 claimers at once no two get the same message",
      "a message that nobody settles is due again when its lease ends",
    ],
  ],
  ["`done`: never claimed again", ["a message that is done is never due, and never stored again"]],
  [
    "A number: due again after",
    ["a message that is put off is due after that time, within its lease or past it"],
  ],
  ["An unknown message changes nothing.", ["settling what there is not changes nothing"]],
];
