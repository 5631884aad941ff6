import type { Log } from "../../log.ts";
import type { Draw } from "../../selection/tie-sampling.ts";
import type { Webhook, WebhookMessage, WebhookStore } from "../../storage/webhook-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import { createFailureTally, type FailureTally } from "./failure-tally.ts";
import { type PostOptions, type PostOutcome, postMessage } from "./post.ts";
import { retryDelay } from "./retry-schedule.ts";

export interface DeliveryOptions extends PostOptions {
  readonly store: WebhookStore;
  readonly clock: Clock;
  /** For the jitter. */
  readonly draw: Draw;
  readonly log: Log;
}

/** Messages of one claim, and of all claims of one call. */
const claimSize = 64;
const maxClaimed = 1_024;

/** For how long after its begin a call starts posts; the last one may take {@link postTimeoutMs} more. */
const postingMs = 10_000;

/** Longer than a claimed message waits for its turn, its answer and its settlement. */
export const leaseMs = 60_000;

/** Messages of one webhook that wait for their turn; more are put off, so that those of others come up. */
const maxWaiting = 64;
const putOffMs = 30_000;

/**
 * Posts what is due: to all webhooks at once, to each one message after the other, in order while all goes well. A message
 * is settled only after the answer, so if this instance dies in between it is posted once more. Rejects when the store
 * cannot be reached; what could not be settled is due again when its lease ends.
 */
export async function deliverMessages(options: DeliveryOptions): Promise<void> {
  const { store, clock } = options;
  const stopAt = clock() + postingMs;
  const failures = createFailureTally();
  const send = createSender(options, stopAt, failures);
  const lanes = new Map<string, WebhookMessage[]>();
  const underWay: Promise<void>[] = [];
  let outage: { readonly error: unknown } | undefined;
  const start = (task: Promise<void>): void => {
    underWay.push(
      task.catch((error: unknown) => {
        outage ??= { error };
      }),
    );
  };
  let webhooks: ReadonlyMap<string, Webhook> = new Map();
  const workOff = async (webhookId: string, lane: WebhookMessage[]): Promise<void> => {
    for (let message = lane.shift(); message !== undefined; message = lane.shift()) {
      await send(message, webhooks.get(webhookId));
    }
    lanes.delete(webhookId);
  };
  const accept = (message: WebhookMessage): void => {
    const { webhookId } = message;
    const lane = lanes.get(webhookId);
    if (lane === undefined) {
      const opened = [message];
      lanes.set(webhookId, opened);
      start(workOff(webhookId, opened));
    } else if (lane.length < maxWaiting) lane.push(message);
    else start(store.settleWebhookMessage(message, putOffMs));
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
  // Each may start more while it is under way.
  for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) await next;
  failures.write(options.log);
  if (outage !== undefined) throw outage.error;
}

type Sender = (message: WebhookMessage, webhook: Webhook | undefined) => Promise<void>;

/** Posts one message and settles it by the answer. */
function createSender(options: DeliveryOptions, stopAt: EpochMs, failures: FailureTally): Sender {
  const { store, clock, draw } = options;
  /** Webhooks that did not answer in time. The rest of their messages fails with them, or each would cost its 5 s. */
  const hanging = new Map<string, PostOutcome>();
  const post = async (message: WebhookMessage, webhook: Webhook): Promise<PostOutcome> => {
    if (webhook.status === "disabled") return disabled;
    const known = hanging.get(webhook.id);
    if (known !== undefined) return known;
    const outcome = await postMessage(webhook, message, clock(), options);
    if (outcome.outcome === "failed" && outcome.hung) hanging.set(webhook.id, outcome);
    return outcome;
  };
  const judge = (message: WebhookMessage, outcome: PostOutcome): "done" | number => {
    switch (outcome.outcome) {
      case "accepted":
        return "done";
      case "gone":
        failures.gaveUp(message.webhookId, "it answered with status 410");
        return "done";
      case "failed": {
        const delay = retryDelay(message.attempts, clock() - message.createdAt, draw);
        const note = delay === undefined ? failures.gaveUp : failures.retried;
        note(message.webhookId, outcome.why);
        return delay ?? "done";
      }
      default:
        return outcome satisfies never;
    }
  };
  return async (message, webhook) => {
    // Removed since its messages were claimed.
    if (webhook === undefined) return store.settleWebhookMessage(message, "done");
    if (clock() >= stopAt) return store.settleWebhookMessage(message, 0);
    return store.settleWebhookMessage(message, judge(message, await post(message, webhook)));
  };
}

const disabled: PostOutcome = { outcome: "failed", why: "it is disabled", hung: false };
