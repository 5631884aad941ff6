import type { Metrics } from "../metrics/metrics.ts";
import type { WebhookStore } from "../storage/webhook-store.ts";
import { createDeadlines } from "../timing/deadlines.ts";
import type { HourlyAudit } from "./hourly-audit.ts";
import type { LedgerBalance } from "./ledger-balance.ts";

/** Metrics are read every few seconds. A store that is away must not delay them. */
const timeoutMs = 2_000;

/** An older audit is not measured, because another instance has audited since. */
const maxAgeMs = 5_400_000;

/** Measures the last audit of the ledger by this process, and reads the backlog of webhooks whenever the metrics are read. */
export function watchStore(
  metrics: Metrics,
  store: Pick<WebhookStore, "countWebhookMessages">,
  audit: Pick<HourlyAudit, "last" | "ageMs">,
): void {
  const { within } = createDeadlines({
    subject: "The store",
    timeoutMs: () => timeoutMs,
    keepTimer: false,
  });
  const ledger = (name: string, help: string, choose: (balance: LedgerBalance) => number): void =>
    metrics.gauge({ name, help }, (set) => {
      const [balance, ageMs = maxAgeMs] = [audit.last(), audit.ageMs()];
      if (balance !== undefined && ageMs < maxAgeMs) set(choose(balance));
    });
  ledger(
    "handbill_spent_micros",
    "Charges less adjustments, in micro-units.",
    ({ advertiserMicros }) => advertiserMicros,
  );
  ledger(
    "handbill_publisher_micros",
    "The publishers' part of the charges less adjustments, in micro-units.",
    ({ publisherMicros }) => publisherMicros,
  );
  ledger(
    "handbill_held_micros",
    "Held for ads that nobody has seen yet, in micro-units.",
    ({ heldMicros }) => heldMicros,
  );
  ledger(
    "handbill_ledger_out_of_balance",
    "Amounts of campaigns that differ from their charges and deliveries. Must be 0.",
    ({ isBalanced, differences, omitted }) => (isBalanced ? 0 : Math.max(1, differences.length + omitted)),
  );
  metrics.gauge(
    {
      name: "handbill_ledger_age_seconds",
      help: "Time since this instance last audited the ledger.",
    },
    (set) => {
      const ageMs = audit.ageMs();
      if (ageMs !== undefined) set(ageMs / 1_000);
    },
  );
  metrics.gauge(
    { name: "handbill_webhook_backlog", help: "Webhook messages that are not delivered yet." },
    async (set) => set(await within(store.countWebhookMessages())),
  );
}
