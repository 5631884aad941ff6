import * as v from "valibot";
import { noExtras, uniqueList } from "../catalog/fields.ts";
import { toBase64Url } from "../signing/base64url.ts";
import {
  maxWebhooks,
  type Webhook,
  type WebhookEventType,
  webhookEventTypes,
} from "../storage/webhook-store.ts";
import { pageOf, pageQuery, pageSchema } from "./page.ts";
import { actorOf } from "./principal.ts";
import { invalidField, type ManagementProblem, notFound } from "./problem.ts";
import { noBody, noQuery, type Route, type RouteAnswer, type RouteContext, route } from "./route.ts";
import { webhookAttemptRoutes } from "./webhook-attempts.ts";
import { webhookEntry } from "./webhook-entry.ts";
import { publisherEvents } from "./webhooks/messages-of-audit.ts";

/** The maximum number of webhooks per publisher, which leaves room for other publishers. */
const maxWebhooksPerPublisher = 20;

/** The maximum number of webhooks of all publishers, which leaves room for the operator. */
const maxWebhooksOfPublishers = 180;

const idBytes = 16;

/** Characters that the URL parser drops, replaces or reads as `/`, while stores and terminals show the original. */
const altered = /[\s\\\p{Cc}\p{Cs}]/u;

const entries = {
  url: v.pipe(
    v.string(),
    v.maxLength(2_048),
    v.check(
      (given) => !altered.test(given),
      "Remove spaces, backslashes and control characters, or escape them.",
    ),
  ),
  events: uniqueList(v.picklist(webhookEventTypes), 1, webhookEventTypes.length),
  status: v.optional(v.picklist(["active", "disabled"]), "active"),
};
const shownEntries = {
  id: v.string(),
  /** The publisher whose events it receives; empty: the operator's webhook, which receives all events. */
  publisherId: v.string(),
  url: v.string(),
  events: v.array(v.picklist(webhookEventTypes)),
  status: v.picklist(["active", "disabled"]),
};
const listedWebhook: v.GenericSchema = v.pipe(v.strictObject(shownEntries), v.title("ListedWebhook"));
const shownWebhook: v.GenericSchema = v.pipe(
  v.strictObject({ ...shownEntries, secret: v.string() }),
  v.title("Webhook"),
);

/** The body that creates or replaces a webhook. */
export const webhookBody: v.GenericSchema<unknown, Omit<Webhook, "id" | "publisherId">> = v.objectWithRest(
  entries,
  noExtras(entries),
);

const base = {
  tag: "webhooks",
  roles: ["operator", "publisher"],
  query: noQuery,
  body: noBody,
  status: 200,
} as const;

/** Webhooks (Standard Webhooks). A publisher receives events of its own keys and platforms, the operator all events. */
export const webhookRoutes: readonly Route[] = [
  route({
    ...base,
    method: "GET",
    path: "/webhooks",
    name: "list-webhooks",
    summary: "The webhooks, without their secrets.",
    query: pageQuery,
    answer: pageSchema(listedWebhook),
    example: {},
    run: async ({ query }, context) => {
      const page = pageOf(await ownWebhooks(context), query);
      return "problem" in page ? page : { json: page };
    },
  }),
  route({
    ...base,
    method: "GET",
    path: "/webhooks/:id",
    name: "read-webhook",
    summary: "One webhook, with the secret that signs its messages.",
    answer: shownWebhook,
    run: async ({ id }, context) => {
      const webhook = (await ownWebhooks(context)).find((one) => one.id === id);
      return webhook === undefined
        ? notFound
        : { json: { ...webhook, secret: context.webhooks.secretOf(id) } };
    },
  }),
  route({
    ...base,
    method: "POST",
    path: "/webhooks",
    name: "create-webhook",
    summary: "Creates a webhook. Its address must be public https.",
    body: webhookBody,
    answer: shownWebhook,
    status: 201,
    run: async ({ body: wanted }, context) => {
      const refused = (await checkRoom(context, 1)) ?? checkEvents(wanted, context);
      if (refused !== undefined) return refused;
      // The id is random, because the secret derives from it: a new webhook never gets the secret of a removed one.
      const id = `wh_${toBase64Url(context.random(idBytes))}`;
      const publisherId = context.principal.role === "publisher" ? context.principal.publisherId : "";
      const webhook = { id, publisherId, ...wanted };
      const answer = await put(webhook, "create", context);
      // Others may have been created since, and the store counts only all together.
      const late = "problem" in answer ? undefined : await checkRoom(context, 0);
      if (late === undefined) return answer;
      await remove(webhook, context);
      return late;
    },
  }),
  route({
    ...base,
    method: "PUT",
    path: "/webhooks/:id",
    name: "replace-webhook",
    summary: "Replaces the webhook. Its secret stays.",
    body: webhookBody,
    answer: shownWebhook,
    run: async ({ id, body: wanted }, context) => {
      const stored = (await ownWebhooks(context)).find((one) => one.id === id);
      if (stored === undefined) return notFound;
      return checkEvents(wanted, context, stored.events) ?? put({ ...stored, ...wanted }, "update", context);
    },
  }),
  route({
    ...base,
    method: "DELETE",
    path: "/webhooks/:id",
    name: "remove-webhook",
    summary: "Removes the webhook and its waiting messages.",
    status: 204,
    run: async ({ id }, context) => {
      const webhook = (await ownWebhooks(context)).find((one) => one.id === id);
      if (webhook === undefined) return notFound;
      await remove(webhook, context);
      return { empty: true };
    },
  }),
  ...webhookAttemptRoutes(async (id, context) =>
    (await ownWebhooks(context)).find((webhook) => webhook.id === id),
  ),
];

async function put(
  webhook: Webhook,
  action: "create" | "update",
  context: RouteContext,
): Promise<RouteAnswer | ManagementProblem> {
  const fault = context.webhooks.checkAddress(webhook.url);
  if (fault !== undefined) return invalidField("url", fault);
  const entry = webhookEntry(webhook, action, actorOf(context.principal));
  if ((await context.store.putWebhook(webhook, entry)) === "full") return noRoom(context);
  return {
    json: { ...webhook, secret: context.webhooks.secretOf(webhook.id) },
    status: action === "create" ? 201 : 200,
  };
}

async function remove(webhook: Webhook, { store, principal }: RouteContext): Promise<void> {
  await store.removeWebhook(webhook.id, webhookEntry(webhook, "remove", actorOf(principal)));
}

/** Whether the limits of publishers have room for so `many` more. The store enforces that of the operator. */
async function checkRoom(context: RouteContext, many: number): Promise<ManagementProblem | undefined> {
  if (context.principal.role === "operator") return undefined;
  const all = await context.store.listWebhooks();
  if (all.filter((one) => isOwn(one, context)).length + many > maxWebhooksPerPublisher) {
    return invalidField("", `You have ${maxWebhooksPerPublisher} webhooks, the maximum: remove one first.`);
  }
  const ofPublishers = all.filter(({ publisherId }) => publisherId !== "").length;
  return ofPublishers + many > maxWebhooksOfPublishers ? noRoom(context) : undefined;
}

/** A publisher cannot see the webhooks of others. */
function noRoom({ principal }: RouteContext): ManagementProblem {
  if (principal.role === "operator") {
    return invalidField("", `The installation has ${maxWebhooks} webhooks, the maximum: remove one first.`);
  }
  return invalidField(
    "",
    "The installation has room for no more webhooks of publishers: remove one of yours, or ask its operator.",
  );
}

/** `known`: the events that the webhook has, which stay possible. */
function checkEvents(
  { events }: Pick<Webhook, "events">,
  { principal }: RouteContext,
  known: Webhook["events"] = [],
): ManagementProblem | undefined {
  if (principal.role === "operator") return undefined;
  const isPossible = (type: WebhookEventType): boolean => publisherEvents.has(type) || known.includes(type);
  if (events.every(isPossible)) return undefined;
  return invalidField(
    "events",
    `Choose events that concern a publisher: ${[...publisherEvents].join(", ")}.`,
  );
}

async function ownWebhooks(context: RouteContext): Promise<readonly Webhook[]> {
  return (await context.store.listWebhooks()).filter((webhook) => isOwn(webhook, context));
}

function isOwn({ publisherId }: Webhook, { principal }: RouteContext): boolean {
  return (
    principal.role === "operator" || (principal.role === "publisher" && publisherId === principal.publisherId)
  );
}
