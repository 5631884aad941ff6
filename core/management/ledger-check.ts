import type { Micros } from "../money.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { createDeadlines } from "../timing/deadlines.ts";
import { differencesOf } from "./ledger-balance.ts";

/** The sums of the ledger at one moment. */
export interface LedgerSums {
  readonly at: EpochMs;
  readonly outOfBalance: number;
  readonly spentMicros: Micros;
  readonly publisherMicros: Micros;
  readonly heldMicros: Micros;
}

const everyMs = 600_000;
/** An audit reads all charges, so a slow one is repeated less often. */
const shareOfTime = 0.01;
/** The first reading waits this long for its audit. */
const firstWaitMs = 1_000;

/** Returns the sums of the last audit, at most ten minutes old, and starts the next one in the background. */
export function createLedgerCheck(
  store: Pick<ManagementStore, "auditLedger">,
  clock: Clock,
): () => Promise<LedgerSums | undefined> {
  const { within } = createDeadlines({
    subject: "The audit of the ledger",
    timeoutMs: () => firstWaitMs,
    keepTimer: false,
  });
  let last: LedgerSums | undefined;
  let checking: Promise<void> | undefined;
  let pauseMs = 0;
  const check = async (): Promise<void> => {
    const startedAt = clock();
    const { campaigns, advertiserMicros, publisherMicros } = await store.auditLedger();
    last = {
      at: clock(),
      outOfBalance: campaigns.filter((campaign) => differencesOf(campaign).length > 0).length,
      spentMicros: advertiserMicros,
      publisherMicros,
      heldMicros: campaigns.reduce((sum, { heldMicros }) => sum + heldMicros, 0),
    };
    pauseMs = Math.max(everyMs, (last.at - startedAt) / shareOfTime);
  };
  return async () => {
    if (last === undefined || Math.abs(clock() - last.at) >= pauseMs) {
      checking ??= check().finally(() => {
        checking = undefined;
      });
      checking.catch(() => {});
      // The sums of an earlier audit are returned at once; their age shows that no audit succeeds.
      if (last === undefined) await within(checking);
    }
    return last;
  };
}
