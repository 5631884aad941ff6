import type { Log } from "../../log.ts";
import type { Draw } from "../../selection/tie-sampling.ts";
import type { Webhook, WebhookMessage, WebhookStore } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { PostOutcome } from "./attempt-log.ts";
import { createFailureTally, type FailureTally } from "./failure-tally.ts";
import { type PostOptions, postMessage } from "./post.ts";
import { retryDelay } from "./retry-schedule.ts";

export interface DeliveryOptions extends PostOptions {
  readonly store: WebhookStore;
  /** Random numbers for the jitter of retries. */
  readonly draw: Draw;
  readonly log: Log;
  /** Called with the outcome of each message that was posted. */
  readonly onOutcome?: ((outcome: SentOutcome) => void) | undefined;
}

/** `retried`: it will be posted again. `dropped`: it is lost. */
export type SentOutcome = (typeof sentOutcomes)[number];
export const sentOutcomes = ["accepted", "retried", "dropped"] as const;

/** The maximum messages of one claim, and of all claims of one call. */
const claimSize = 64;
const maxClaimed = 1_024;

/** The time in milliseconds during which a call starts posts. The last post may take {@link postTimeoutMs} more. */
const postingMs = 10_000;

/** Longer than the wait, the answer and the settlement of a claimed message together. */
export const leaseMs = 60_000;

/** The maximum queue of one webhook. Further messages are postponed, so that other webhooks get theirs. */
const maxWaiting = 64;
const postponeMs = 30_000;

/**
 * Posts the due messages: to all webhooks in parallel, to each one sequentially, in order unless a post fails. A
 * message is settled after the answer, so it is posted again if this instance dies in between. Rejects when the store
 * is unreachable; unsettled messages are due again when their lease ends.
 */
export async function deliverMessages(options: DeliveryOptions): Promise<void> {
  const { store, clock } = options;
  const stopAt = clock() + postingMs;
  const failures = createFailureTally();
  const send = createSender(options, stopAt, failures);
  const queues = new Map<string, WebhookMessage[]>();
  const running: Promise<void>[] = [];
  let outage: { readonly error: unknown } | undefined;
  const start = (task: Promise<void>): void => {
    running.push(
      task.catch((error: unknown) => {
        outage ??= { error };
      }),
    );
  };
  let webhooks: ReadonlyMap<string, Webhook> = new Map();
  const drain = async (webhookId: string, queue: WebhookMessage[]): Promise<void> => {
    for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
      await send(message, webhooks.get(webhookId));
    }
    queues.delete(webhookId);
  };
  const accept = (message: WebhookMessage): void => {
    const { webhookId } = message;
    const queue = queues.get(webhookId);
    if (queue === undefined) {
      const opened = [message];
      queues.set(webhookId, opened);
      start(drain(webhookId, opened));
    } else if (queue.length < maxWaiting) queue.push(message);
    else start(store.settleWebhookMessage(message, postponeMs));
  };
  const claim = async (): Promise<void> => {
    for (let claimed = 0; claimed < maxClaimed && clock() < stopAt; claimed += claimSize) {
      const messages = await store.claimWebhookMessages(claimSize, leaseMs);
      if (messages.some(({ webhookId }) => !webhooks.has(webhookId))) {
        webhooks = new Map((await store.listWebhooks()).map((webhook) => [webhook.id, webhook]));
      }
      for (const message of messages) accept(message);
      if (messages.length < claimSize) return;
    }
  };
  start(claim());
  // A running task may start more tasks.
  for (let next = running.shift(); next !== undefined; next = running.shift()) await next;
  failures.write(options.log);
  if (outage !== undefined) throw outage.error;
}

type Sender = (message: WebhookMessage, webhook: Webhook | undefined) => Promise<void>;

/** Returns a function that posts one message and settles it according to the answer. */
function createSender(options: DeliveryOptions, stopAt: EpochMs, failures: FailureTally): Sender {
  const { store, clock, draw } = options;
  /** Webhooks that timed out. Their remaining messages fail without a post, because each would take another 5 s. */
  const timedOut = new Map<string, PostOutcome>();
  const post = async (message: WebhookMessage, webhook: Webhook): Promise<PostOutcome> => {
    if (webhook.status === "disabled") return disabled;
    const known = timedOut.get(webhook.id);
    if (known !== undefined) return known;
    const { outcome } = await postMessage(webhook, message, options);
    if (outcome.outcome === "failed" && outcome.hung) timedOut.set(webhook.id, outcome);
    return outcome;
  };
  const settlementOf = (message: WebhookMessage, outcome: PostOutcome): "done" | number => {
    switch (outcome.outcome) {
      case "accepted":
        options.onOutcome?.("accepted");
        return "done";
      case "gone":
        failures.gaveUp(message.webhookId, "it answered with status 410");
        options.onOutcome?.("dropped");
        return "done";
      case "failed": {
        const delay = retryDelay(message.attempts, clock() - message.createdAt, draw);
        const note = delay === undefined ? failures.gaveUp : failures.retried;
        note(message.webhookId, outcome.why);
        options.onOutcome?.(delay === undefined ? "dropped" : "retried");
        return delay ?? "done";
      }
      default:
        return outcome satisfies never;
    }
  };
  return async (message, webhook) => {
    // The webhook was removed after the claim.
    if (webhook === undefined) return store.settleWebhookMessage(message, "done");
    if (clock() >= stopAt) return store.settleWebhookMessage(message, 0);
    return store.settleWebhookMessage(message, settlementOf(message, await post(message, webhook)));
  };
}

const disabled: PostOutcome = { outcome: "failed", why: "it is disabled", hung: false };
