import type { Campaign } from "../../../../core/catalog/entities.ts";
import type { LogEntry } from "../../../../core/log.ts";
import { createAttemptLog } from "../../../../core/management/webhooks/attempt-log.ts";
import {
  createWebhookRunner,
  type WebhookRunner,
  type WebhookRunnerOptions,
} from "../../../../core/management/webhooks/run-webhooks.ts";
import type { Webhook } from "../../../../core/storage/webhook-store.ts";
import type { Timer } from "../../../../core/timing/deadlines.ts";
import { createTestClock, type TestClock } from "../../../conformance/clock.ts";
import { seededRandom } from "../../seeded.ts";
import { createMemoryWebhooks, type MemoryWebhooks } from "./memory-webhooks.ts";

export const testSecret = "a signing secret for tests, long enough";

export const allEvents: Webhook["events"] = [
  "budget.80_percent",
  "budget.exhausted",
  "campaign.started",
  "campaign.ended",
  "api_key.created",
  "api_key.revoked",
  "platform.disabled",
  "platform.stands_out",
];

export function webhook(fields: Partial<Webhook> = {}): Webhook {
  return {
    id: "wh_1",
    publisherId: "",
    url: "https://receiver.example/hook",
    events: allEvents,
    status: "active",
    ...fields,
  };
}

export function campaign(fields: Partial<Campaign> = {}): Campaign {
  return {
    id: "cmp_1",
    advertiser: "Acme",
    name: "Spring",
    status: "active",
    priceMicros: 1_000,
    pacing: "asap",
    timeZone: "UTC",
    weight: 1,
    ...fields,
  };
}

/** A timer whose time is over when the test says so. */
export interface ManualTimer {
  readonly timer: Timer;
  /** How many have been set and neither fired nor cancelled. */
  readonly set: () => number;
  readonly fire: () => void;
}

export function createManualTimer(): ManualTimer {
  const pending = new Set<() => void>();
  return {
    timer: (_ms, then) => {
      const fire = (): void => then();
      pending.add(fire);
      return () => pending.delete(fire);
    },
    set: () => pending.size,
    fire: () => {
      const due = [...pending];
      pending.clear();
      for (const fire of due) fire();
    },
  };
}

export interface Installation {
  readonly clock: TestClock;
  readonly store: MemoryWebhooks;
  readonly campaigns: Campaign[];
  readonly lines: LogEntry[];
  readonly time: ManualTimer;
  /** One more instance on the same store. */
  readonly instance: (options?: Partial<WebhookRunnerOptions>) => WebhookRunner;
}

export function createInstallation(): Installation {
  const clock = createTestClock();
  const store = createMemoryWebhooks(clock.now);
  const campaigns: Campaign[] = [];
  const lines: LogEntry[] = [];
  const time = createManualTimer();
  let seed = 1;
  return {
    clock,
    store,
    campaigns,
    lines,
    time,
    instance: (options) =>
      createWebhookRunner({
        store,
        campaigns: () => campaigns,
        currency: async () => "EUR",
        clock: clock.now,
        random: seededRandom(seed++),
        fetch,
        secrets: () => [testSecret],
        log: (entry) => lines.push(entry),
        timer: time.timer,
        attempts: createAttemptLog(),
        allowPrivateAddresses: true,
        ...options,
      }),
  };
}

/** The waiting messages of the store, by type and webhook. */
export function waiting({ messages }: MemoryWebhooks): string[] {
  return [...messages.values()].map(({ type, webhookId }) => `${type} ${webhookId}`).sort();
}
