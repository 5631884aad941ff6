import type { Log } from "../log.ts";
import { type ExactSum, readSums } from "../settlement/read-sums.ts";
import { toBase64Url } from "../signing/base64url.ts";
import type { Random } from "../signing/random.ts";
import { isAmountTooLarge } from "../storage/amount-too-large.ts";
import { maxTotals } from "../storage/counts.ts";
import type { InstallationStore } from "../storage/installation-store.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { ReportStore } from "../storage/report-store.ts";
import { maxBatch, type ServingStore, type Spend } from "../storage/serving-store.ts";
import type { SettlementStore } from "../storage/settlement-store.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { type Stopwatch, systemStopwatch } from "../timing/deadlines.ts";
import type { CatalogView } from "./catalog-view.ts";
import { balanceOf, type LedgerBalance } from "./ledger-balance.ts";

export interface HourlyAuditOptions {
  readonly store: Pick<ReportStore, "readCharges"> &
    Pick<SettlementStore, "listCharges"> &
    Pick<ServingStore, "readSpend"> &
    Pick<ManagementStore, "auditLedger"> &
    Pick<InstallationStore, "firstValue">;
  readonly readView: () => Promise<Pick<CatalogView, "at" | "campaigns">>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

/** Audits the ledger, once an hour in an installation. */
export interface HourlyAudit {
  /** Does the next piece of a due audit. Rejects when the store is unreachable; the next call does the piece again. */
  readonly run: () => Promise<void>;
  /** The result of the last audit of this process. */
  readonly last: () => LedgerBalance | undefined;
  /** The time since then, by this process's clock, in milliseconds. */
  readonly ageMs: () => number | undefined;
}

/** Charges less adjustments of days that are over. They never change, so each day is read once by a process. */
interface ClosedDays {
  /** The end of the days that were read. `undefined`: none was. */
  until: EpochMs | undefined;
  readonly spent: Map<string, bigint>;
  charges: number;
  advertiserMicros: bigint;
  publisherMicros: bigint;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A charge that commits late belongs to the day before. */
const settledAfterMs = 600_000;
/** A piece ends after this time, because maintenance waits for it. */
const pieceMs = 1_000;
/** The audit of one moment reads all charges at once. A store in this process answers nothing else meanwhile. */
const maxWholeCharges = 250_000;
const randomBytes = 12;

/**
 * Compares the spent amount of each campaign with its charges and adjustments, which are added up day by day. Charges may arrive
 * between two reads, so a campaign's sum must lie between its spent amounts before and after. Where it does not, the audit of one
 * moment (`auditLedger`) decides. That audit also compares holds and days, so it always follows while there are few charges.
 */
export function createHourlyAudit(options: HourlyAuditOptions): HourlyAudit {
  const { store, readView, clock, random, log, stopwatch = systemStopwatch } = options;
  let claimedHour: number | undefined;
  let isDue = false;
  let closed = noDays();
  let result: LedgerBalance | undefined;
  let auditedAt: EpochMs | undefined;
  let running: Promise<void> | undefined;

  /** Decides whether this process audits in this hour: the first process that claims the hour does. */
  const claim = async (): Promise<void> => {
    const hour = Math.floor(clock() / hourMs);
    if (hour === claimedHour) return;
    const name = `ledger audit ${new Date(hour * hourMs).toISOString().slice(0, 13)}`;
    const id = toBase64Url(random(randomBytes));
    isDue = (await store.firstValue(name, id)) === id;
    claimedHour = hour;
  };
  const readCharges = (from: EpochMs, to: EpochMs): Promise<readonly ExactSum[]> =>
    readSums(store, { from, to, by: ["campaignId"], limit: maxTotals });
  const readSpent = async (ids: readonly string[]): Promise<ReadonlyMap<string, Spend>> => {
    const spent = new Map<string, Spend>();
    for (let start = 0; start < ids.length; start += maxBatch) {
      for (const one of await store.readSpend(ids.slice(start, start + maxBatch))) {
        if (one !== undefined) spent.set(one.campaignId, one);
      }
    }
    return spent;
  };
  /** Returns whether all closed days are read. */
  const readClosedDays = async (at: EpochMs): Promise<boolean> => {
    const end = dayOf(at - settledAfterMs);
    const startedAt = stopwatch();
    if (closed.until === undefined) {
      const [first] = await store.listCharges({ from: 0, to: end, limit: 1 });
      closed.until = first === undefined ? end : dayOf(first.chargedAt);
    }
    while (closed.until < end) {
      add(closed, await readCharges(closed.until, closed.until + dayMs));
      closed.until += dayMs;
      if (stopwatch() - startedAt >= pieceMs) return closed.until >= end;
    }
    return true;
  };
  const audit = async (): Promise<void> => {
    const { at, campaigns } = await readView();
    if (!(await readClosedDays(at))) return;
    const ids = [...new Set([...closed.spent.keys(), ...campaigns.keys()])];
    const before = await readSpent(ids);
    const today = await readCharges(closed.until ?? at, at + dayMs);
    const after = await readSpent(ids);
    const all = { ...closed, spent: new Map(closed.spent) };
    add(all, today);
    const isWithin = (id: string): boolean => {
      const [one = 0, other = 0] = [before.get(id)?.spentMicros, after.get(id)?.spentMicros];
      const sum = all.spent.get(id) ?? 0n;
      return sum >= Math.min(one, other) && sum <= Math.max(one, other);
    };
    const isRight = today.length < maxTotals && ids.every((id) => !before.has(id) || isWithin(id));
    const ofDays = (): LedgerBalance => {
      const heldMicros = [...after.values()].reduce((sum, one) => sum + one.heldMicros, 0);
      return balanceOfDays(all, heldMicros, ids.length, at);
    };
    if (isRight && all.charges > maxWholeCharges) result = ofDays();
    else {
      result = await store.auditLedger().then(
        (found) => balanceOf(found, at),
        (error: unknown) => {
          if (isRight && isAmountTooLarge(error)) return ofDays();
          throw error;
        },
      );
    }
    auditedAt = clock();
    if (!isRight) closed = noDays();
    isDue = false;
    if (result.isBalanced) return;
    const found = result.differences.length + result.omitted;
    log({ level: "error", code: "ledger-out-of-balance", message: outOfBalance(found) });
  };
  const piece = async (): Promise<void> => {
    await claim();
    if (isDue) await audit();
  };
  return {
    last: () => result,
    ageMs: () => (auditedAt === undefined ? undefined : Math.abs(clock() - auditedAt)),
    run: () => {
      running ??= piece().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

function outOfBalance(found: number): string {
  return `The ledger is out of balance: ${found} amounts differ from their charges or open deliveries. \`handbill audit\` lists them.`;
}

function noDays(): ClosedDays {
  return { until: undefined, spent: new Map(), charges: 0, advertiserMicros: 0n, publisherMicros: 0n };
}

function add(days: ClosedDays, sums: readonly ExactSum[]): void {
  for (const { campaignId = "", amounts } of sums) {
    const spentMicros = amounts.chargedMicros - amounts.adjustedMicros;
    days.spent.set(campaignId, (days.spent.get(campaignId) ?? 0n) + spentMicros);
    days.charges += Number(amounts.charges);
    days.advertiserMicros += spentMicros;
    days.publisherMicros += amounts.chargedPublisherMicros - amounts.adjustedPublisherMicros;
  }
}

/** The start of the UTC day. */
function dayOf(at: EpochMs): EpochMs {
  return at - (at % dayMs);
}

function balanceOfDays(
  { charges, advertiserMicros, publisherMicros }: ClosedDays,
  heldMicros: number,
  campaigns: number,
  at: EpochMs,
): LedgerBalance {
  return {
    at: new Date(at).toISOString(),
    isBalanced: true,
    campaigns,
    charges,
    advertiserMicros: Number(advertiserMicros),
    publisherMicros: Number(publisherMicros),
    operatorMicros: Number(advertiserMicros - publisherMicros),
    heldMicros,
    differences: [],
    omitted: 0,
  };
}
