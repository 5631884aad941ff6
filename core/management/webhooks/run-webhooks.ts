import type { Campaign } from "../../catalog/entities.ts";
import type { Log } from "../../log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import type { Tracing } from "../../metrics/tracing.ts";
import { drawFrom } from "../../selection/tie-sampling.ts";
import type { Random } from "../../signing/random.ts";
import type { AuditStore } from "../../storage/audit-store.ts";
import type { ServingStore } from "../../storage/serving-store.ts";
import type { WebhookStore } from "../../storage/webhook-store.ts";
import type { Clock } from "../../timing/clock.ts";
import { systemTimer, type Timer } from "../../timing/deadlines.ts";
import type { AddressRules } from "./address.ts";
import type { AttemptLog } from "./attempt-log.ts";
import { deliverMessages, type SentOutcome, sentOutcomes } from "./deliver.ts";
import { createEventCollector } from "./event-collector.ts";
import type { WebhookFetch } from "./post.ts";

export interface WebhookRunnerOptions extends AddressRules {
  readonly store: WebhookStore & AuditStore & Pick<ServingStore, "readSpend" | "readCounts">;
  /** Returns all current campaigns. Called once or twice per run. */
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  /** Returns the currency of all amounts. Rejects if it is unclear. */
  readonly currency: () => Promise<string>;
  readonly clock: Clock;
  /** The random source of the jitter of retries. */
  readonly random: Random;
  /** The platform's `fetch`, or one that restricts connections. */
  readonly fetch: WebhookFetch;
  /** Returns the signing secrets, in the order of `HANDBILL_SECRET`. Called once per run. */
  readonly secrets: () => readonly string[];
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly attempts: AttemptLog;
  /** For tests. */
  readonly timer?: Timer | undefined;
}

export interface WebhookRunner {
  /**
   * Collects events since the last run, then posts the due messages. Takes about 15 seconds at most. A call during a
   * run returns the promise of that run. Safe on every instance at any time. Rejects when the store is unreachable; the
   * next run does the remaining work.
   */
  readonly run: () => Promise<void>;
}

/**
 * Delivers each event to webhooks at least once. A new instance looks three days back, so no event is lost if at least
 * one instance runs within that time. Exceptions: events of a daily budget between the last run and the end of its day, and of a
 * platform that stands out for more than a day, or no longer, at the next run.
 */
export function createWebhookRunner(options: WebhookRunnerOptions): WebhookRunner {
  const { store, clock, fetch, log, metrics, tracing, attempts, timer = systemTimer } = options;
  const { allowPrivateAddresses, resolveHost } = options;
  const rules = { allowPrivateAddresses, resolveHost };
  const draw = drawFrom(options.random);
  const collect = createEventCollector(options);
  const count = metrics?.counter({
    name: "handbill_webhook_messages_total",
    help: "Webhook messages that were accepted, put off after a failure, or dropped.",
    labels: ["outcome"],
  });
  // From the beginning at 0, so that the first growth shows.
  if (count !== undefined) for (const outcome of sentOutcomes) count(0, outcome);
  const onOutcome = count && ((outcome: SentOutcome) => count(1, outcome));
  const collectAndDeliver = async (): Promise<void> => {
    const webhooks = await store.listWebhooks();
    if (webhooks.length === 0) return;
    const secrets = options.secrets();
    if (secrets.length === 0) {
      throw new Error("Webhooks need a secret to sign with: set HANDBILL_SECRET (option secrets).");
    }
    // Collected messages are delivered even if collecting fails.
    const [collected] = await Promise.allSettled([collect(webhooks)]);
    const post = { clock, timer, fetch, secrets, rules, tracing, attempts };
    await deliverMessages({ ...post, store, draw, log, onOutcome });
    if (collected.status === "rejected") throw collected.reason;
  };
  let running: Promise<void> | undefined;
  return {
    run: () => {
      running ??= collectAndDeliver().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
