import type { Metrics } from "../metrics/metrics.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { WebhookStore } from "../storage/webhook-store.ts";
import type { Clock } from "../timing/clock.ts";
import { createDeadlines } from "../timing/deadlines.ts";
import { createLedgerCheck, type LedgerSums } from "./ledger-check.ts";

/** Metrics are read every few seconds. A store that is away must not delay them. */
const timeoutMs = 2_000;

/** Reads the ledger and the backlog of webhooks from the store whenever the metrics are read. */
export function watchStore(
  metrics: Metrics,
  store: Pick<ManagementStore, "auditLedger"> & Pick<WebhookStore, "countWebhookMessages">,
  clock: Clock,
): void {
  const { within } = createDeadlines({
    subject: "The store",
    timeoutMs: () => timeoutMs,
    keepTimer: false,
  });
  const readLedger = createLedgerCheck(store, clock);
  const ledger = (name: string, help: string, choose: (sums: LedgerSums) => number): void =>
    metrics.gauge({ name, help }, async (set) => {
      const sums = await readLedger();
      if (sums !== undefined) set(choose(sums));
    });
  ledger("handbill_spent_micros", "Charges less adjustments, in micro-units.", (sums) => sums.spentMicros);
  ledger(
    "handbill_publisher_micros",
    "The publishers' part of the charges less adjustments, in micro-units.",
    (sums) => sums.publisherMicros,
  );
  ledger(
    "handbill_held_micros",
    "Held for ads that nobody has seen yet, in micro-units.",
    (sums) => sums.heldMicros,
  );
  ledger(
    "handbill_ledger_out_of_balance",
    "Campaigns whose account differs from their charges and deliveries. Must be 0.",
    (sums) => sums.outOfBalance,
  );
  ledger(
    "handbill_ledger_age_seconds",
    "Time since the ledger was last audited.",
    (sums) => Math.abs(clock() - sums.at) / 1_000,
  );
  metrics.gauge(
    { name: "handbill_webhook_backlog", help: "Webhook messages that are not delivered yet." },
    async (set) => set(await within(store.countWebhookMessages())),
  );
}
