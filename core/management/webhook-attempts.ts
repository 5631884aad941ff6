import * as v from "valibot";
import { toBase64Url } from "../signing/base64url.ts";
import type { Webhook } from "../storage/webhook-store.ts";
import { notFound } from "./problem.ts";
import { noBody, noQuery, type Route, type RouteContext, route } from "./route.ts";
import type { WebhookAttempt } from "./webhooks/attempt-log.ts";

/** The type of a test event. No webhook subscribes to it. */
const testEventType = "webhook.test";

const idBytes = 18;

/** An attempt in an answer. */
export interface ShownAttempt {
  readonly at: string;
  readonly type: string;
  readonly messageId: string;
  readonly outcome: "accepted" | "gone" | "failed";
  readonly status: number | null;
  readonly ms: number;
  readonly reason: string | null;
}

/** The schema of an attempt to deliver a message. */
export const webhookAttempt: v.GenericSchema<unknown, ShownAttempt> = v.pipe(
  v.strictObject({
    at: v.pipe(v.string(), v.isoTimestamp()),
    type: v.string(),
    messageId: v.pipe(v.string(), v.description("The `webhook-id` of the message.")),
    outcome: v.pipe(
      v.picklist(["accepted", "gone", "failed"]),
      v.description("`gone`: the receiver answered 410, so this message is not sent again."),
    ),
    status: v.pipe(v.nullable(v.number()), v.description("The status of the answer; null without one.")),
    ms: v.pipe(v.number(), v.safeInteger()),
    reason: v.pipe(v.nullable(v.string()), v.description("The reason of a failure.")),
  }),
  v.title("WebhookAttempt"),
);

const base = {
  tag: "webhooks",
  roles: ["operator", "publisher"],
  query: noQuery,
  body: noBody,
  status: 200,
} as const;

/** Tests a webhook, and lists the recent attempts. `find`: the webhook, if it is the caller's. */
export function webhookAttemptRoutes(
  find: (id: string, context: RouteContext) => Promise<Webhook | undefined>,
): readonly Route[] {
  return [
    route({
      ...base,
      method: "POST",
      path: "/webhooks/:id/test",
      name: "test-webhook",
      summary: `Sends a signed event of the type ${testEventType} now, once, and answers what came back. Nothing is stored or repeated.`,
      answer: webhookAttempt,
      run: async ({ id }, context) => {
        const webhook = await find(id, context);
        if (webhook === undefined) return notFound;
        const timestamp = new Date(context.clock()).toISOString();
        const payload = JSON.stringify({ type: testEventType, timestamp, data: { webhook_id: id } });
        const messageId = `evt_${toBase64Url(context.random(idBytes))}`;
        const message = { id: messageId, type: testEventType, payload };
        return { json: shown(await context.webhooks.post(webhook, message)) };
      },
    }),
    route({
      ...base,
      method: "GET",
      path: "/webhooks/:id/attempts",
      name: "list-webhook-attempts",
      summary:
        "The recent attempts to deliver messages, newest first, at most 50: those of the instance that answers, since its start. " +
        "Contents are not kept.",
      answer: v.strictObject({ items: v.array(webhookAttempt) }),
      run: async ({ id }, context) => {
        const webhook = await find(id, context);
        return webhook === undefined
          ? notFound
          : { json: { items: context.webhooks.attempts(id).map(shown) } };
      },
    }),
  ];
}

function shown({ at, type, messageId, outcome, ms }: WebhookAttempt): ShownAttempt {
  return {
    at: new Date(at).toISOString(),
    type,
    messageId,
    outcome: outcome.outcome,
    status: outcome.status ?? null,
    ms,
    reason: outcome.outcome === "failed" ? outcome.why : null,
  };
}
