import { adjustCharges } from "../billing/adjust-charge.ts";
import { toBase64Url } from "../signing/base64url.ts";
import type { Random } from "../signing/random.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import type { InstallationStore } from "../storage/installation-store.ts";
import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type {
  Adjustment,
  AdjustmentOrder,
  AdjustmentOutcome,
  Charge,
  SettlementStore,
} from "../storage/settlement-store.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";
import { sameArguments, type WriteOffArguments, type WriteOffConflict } from "./write-off-arguments.ts";
import {
  type AdjustmentSums,
  type ChargePlace,
  joinPieces,
  pieceOf,
  sumOf,
  type WriteOffPiece,
} from "./write-off-sums.ts";

/** The operations of a store that write-offs need. */
export type WriteOffStore = Pick<SettlementStore, "listCharges" | "adjustCharges" | "listAdjustments"> &
  Pick<ServingStore, "findDeliveries"> &
  Pick<InstallationStore, "firstValue">;

/** One operation that takes charges back. */
export interface WriteOff extends WriteOffArguments {
  readonly actor: string;
}

/** The limits of one piece. A piece reads at least one page of charges. */
export interface PieceLimits {
  /** The last charge of the piece before. */
  readonly after?: ChargePlace | undefined;
  /** The piece ends when it has read this many charges. */
  readonly maxCharges: number;
  /** The piece ends after this time. */
  readonly maxMs: number;
  readonly clock: Clock;
}

const idBytes = 12;

/** A new id of an operation. */
export function createWriteOffId(random: Random): string {
  return `op_${toBase64Url(random(idBytes))}`;
}

/** The path of the amount in the audit trail, which publishers do not see. */
export const auditedMicros = "micros";

/** A piece, with the end of the selection that holds. */
export interface WriteOffCall extends WriteOffPiece {
  readonly to: EpochMs;
}

/** Reads one piece of an operation, and computes what running it now would do, without changing anything. */
export async function planWriteOff(
  store: WriteOffStore,
  asked: WriteOff,
  limits: PieceLimits,
): Promise<WriteOffCall | WriteOffConflict> {
  const writeOff = await sameArguments(store, asked);
  if ("conflict" in writeOff) return writeOff;
  return eachPage(store, writeOff, limits, async (charges) =>
    planned(charges, writeOff, await adjustedBefore(store, writeOff, charges)),
  );
}

/**
 * Runs one piece of an operation. It may be interrupted at any point and repeated. The audit trail has an entry for each publisher
 * and page, in the step of its adjustments. Its sums are of the charges as they were read just before, without those that an earlier
 * call adjusted.
 */
export async function runWriteOff(
  store: WriteOffStore,
  asked: WriteOff,
  limits: PieceLimits,
): Promise<WriteOffCall | WriteOffConflict> {
  if (asked.micros !== undefined) {
    // Too large an amount must not bind the id: the caller sends a smaller one with it.
    const plan = await planWriteOff(store, asked, limits);
    if ("conflict" in plan || plan.adjustments === 0) return plan;
  }
  const writeOff = await sameArguments(store, asked, true);
  if ("conflict" in writeOff) return writeOff;
  return eachPage(store, writeOff, limits, async (charges) => {
    const before = await adjustedBefore(store, writeOff, charges);
    const outcomes: AdjustmentOutcome[] = [];
    for (const [publisherId, own] of Map.groupBy(charges, (charge) => charge.publisherId)) {
      const isNew = ({ outcome }: AdjustmentOutcome): boolean => outcome === "adjusted";
      const entry = auditEntry(writeOff, publisherId, sumOf(planned(own, writeOff, before).filter(isNew)));
      outcomes.push(...(await store.adjustCharges(ordersOf(own, writeOff), entry)));
    }
    return outcomes;
  });
}

async function eachPage(
  store: WriteOffStore,
  { selection }: WriteOff,
  { after, maxCharges, maxMs, clock }: PieceLimits,
  adjust: (charges: readonly Charge[]) => Promise<readonly AdjustmentOutcome[]>,
): Promise<WriteOffCall> {
  const { networks, ...query } = selection;
  const endsAt = clock() + maxMs;
  const pieces: WriteOffPiece[] = [];
  let place = after ?? null;
  let read = 0;
  do {
    const limit = Math.min(maxBatch, maxCharges - read);
    const page = await store.listCharges({ ...query, after: place ?? undefined, limit });
    const charges = networks === undefined ? page : await fromNetworks(store, page, networks);
    const last = page.length < limit ? undefined : page.at(-1);
    place = last === undefined ? null : { chargedAt: last.chargedAt, deliveryId: last.deliveryId };
    pieces.push(pieceOf(charges.length === 0 ? [] : await adjust(charges), place));
    read += page.length;
  } while (place !== null && read < maxCharges && clock() < endsAt);
  return { ...joinPieces(pieces), to: query.to };
}

/** The network is on the delivery, not on the charge; a delivery that was deleted has none. */
async function fromNetworks(
  store: WriteOffStore,
  charges: readonly Charge[],
  networks: readonly string[],
): Promise<readonly Charge[]> {
  const deliveries = await store.findDeliveries(charges.map(({ deliveryId }) => deliveryId));
  return charges.filter((_, index) => {
    const network = deliveries[index]?.network;
    return network !== undefined && networks.includes(network);
  });
}

function ordersOf(
  charges: readonly Charge[],
  { operation, micros, restoresBudget, reason, actor }: WriteOff,
): readonly AdjustmentOrder[] {
  return charges.map(({ deliveryId }) => ({
    id: `${operation}:${deliveryId}`,
    deliveryId,
    micros,
    restoresBudget,
    reason,
    actor,
  }));
}

/** The rule over the charges as they were read. `before`: adjustments that the operation has made already, by their ids. */
function planned(
  charges: readonly Charge[],
  writeOff: WriteOff,
  before: ReadonlyMap<string, Adjustment>,
): readonly AdjustmentOutcome[] {
  const byDelivery = new Map(charges.map((charge) => [charge.deliveryId, charge]));
  const ledger = {
    findAdjustment: (id: string) => before.get(id),
    findCharge: (deliveryId: string) => byDelivery.get(deliveryId),
    insertAdjustment: () => {},
  };
  return adjustCharges(ledger, ordersOf(charges, writeOff), 0);
}

/**
 * The adjustments of these charges that the operation has made already, by their ids. None are read where all that is left is taken
 * back: an adjusted charge has nothing left then.
 */
async function adjustedBefore(
  store: Pick<SettlementStore, "listAdjustments">,
  writeOff: WriteOff,
  charges: readonly Charge[],
): Promise<ReadonlyMap<string, Adjustment>> {
  const found = new Map<string, Adjustment>();
  const adjusted = charges.filter(({ adjustedMicros }) => adjustedMicros > 0);
  if (writeOff.micros === undefined || adjusted.length === 0) return found;
  const wanted = new Set(ordersOf(adjusted, writeOff).map(({ id }) => id));
  // An adjustment is made after its charge.
  const from = Math.min(...adjusted.map(({ chargedAt }) => chargedAt));
  const owners = {
    platformIds: [...new Set(adjusted.map(({ platformId }) => platformId))],
    campaignIds: [...new Set(adjusted.map(({ campaignId }) => campaignId))],
  };
  for (let after: Adjustment | undefined; ; ) {
    const query = { from, to: Number.MAX_SAFE_INTEGER, ...owners, after, limit: maxBatch };
    const page = await store.listAdjustments(query);
    for (const one of page) if (wanted.has(one.id)) found.set(one.id, one);
    if (page.length < maxBatch || found.size === wanted.size) return found;
    after = page.at(-1);
  }
}

function auditEntry(
  { operation, reason, restoresBudget, actor }: WriteOff,
  publisherId: string,
  { adjustments, micros, publisherMicros }: AdjustmentSums,
): AuditEntry {
  const fields = [
    ["adjustments", adjustments],
    [auditedMicros, micros],
    ["publisherMicros", publisherMicros],
    ["restoresBudget", restoresBudget],
    ["reason", reason],
  ] as const;
  return {
    actor,
    action: "adjust",
    kind: "charge",
    entityId: operation,
    publisherId,
    changes: JSON.stringify(fields.map(([path, to]) => ({ path, to }))),
  };
}
