import type { Campaign } from "../../catalog/entities.ts";
import type { Log } from "../../log.ts";
import { drawFrom } from "../../selection/tie-sampling.ts";
import type { Random } from "../../signing/random.ts";
import type { AuditStore } from "../../storage/audit-store.ts";
import type { ServingStore } from "../../storage/serving-store.ts";
import type { WebhookStore } from "../../storage/webhook-store.ts";
import type { Clock } from "../../timing/clock.ts";
import { systemTimer, type Timer } from "../../timing/deadlines.ts";
import type { AddressRules } from "./address.ts";
import { deliverMessages } from "./deliver.ts";
import { createEventCollector } from "./event-collector.ts";
import type { WebhookFetch } from "./post.ts";

export interface WebhookRunnerOptions extends AddressRules {
  readonly store: WebhookStore & AuditStore & Pick<ServingStore, "readSpend">;
  /** All campaigns as they stand; asked once a call. */
  readonly campaigns: () => Iterable<Campaign> | Promise<Iterable<Campaign>>;
  readonly clock: Clock;
  /** For the jitter of retries. */
  readonly random: Random;
  /** The platform's `fetch`, or one that is stricter about where it connects. */
  readonly fetch: WebhookFetch;
  /** The installation's signing secrets, in the order of `HANDBILL_SECRET`; asked once a call. */
  readonly secrets: () => readonly string[];
  readonly log: Log;
  /** For tests. */
  readonly timer?: Timer | undefined;
}

export interface WebhookRunner {
  /**
   * Notices what happened since the last call, then posts what is due. Over within about 15 seconds; called while it
   * runs, it gives the same promise. Safe on every instance at any time. Rejects when the store cannot be reached; what
   * was not done is done the next time.
   */
  readonly run: () => Promise<void>;
}

/**
 * Tells webhooks what happens, each event at least once. An instance that starts looks three days back, so nothing is
 * missed if at least one runs within that time; only what a daily budget did in the last moments of its day, between two
 * calls, is not.
 */
export function createWebhookRunner(options: WebhookRunnerOptions): WebhookRunner {
  const { store, campaigns, clock, fetch, log, timer = systemTimer } = options;
  const { allowPrivateAddresses, resolveHost } = options;
  const rules = { allowPrivateAddresses, resolveHost };
  const draw = drawFrom(options.random);
  const collect = createEventCollector({ store, campaigns, clock });
  const collectAndDeliver = async (): Promise<void> => {
    const webhooks = await store.listWebhooks();
    if (webhooks.length === 0) return;
    const secrets = options.secrets();
    if (secrets.length === 0) {
      throw new Error("Webhooks need a secret to sign with: set HANDBILL_SECRET (option secrets).");
    }
    // What has been noticed before is delivered even if noticing fails.
    const [collected] = await Promise.allSettled([collect(webhooks)]);
    await deliverMessages({ store, clock, timer, draw, fetch, secrets, rules, log });
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
