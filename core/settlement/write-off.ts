import { adjustCharges } from "../billing/adjust-charge.ts";
import type { Micros } from "../money.ts";
import { toBase64Url } from "../signing/base64url.ts";
import type { Random } from "../signing/random.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import { maxBatch, type ServingStore } from "../storage/serving-store.ts";
import type {
  AdjustmentOrder,
  AdjustmentOutcome,
  Charge,
  ChargeListQuery,
  SettlementStore,
} from "../storage/settlement-store.ts";
import type { Clock } from "../timing/clock.ts";
import {
  type AdjustmentSums,
  type ChargePlace,
  joinPieces,
  pieceOf,
  sumOf,
  type WriteOffPiece,
} from "./write-off-sums.ts";

/** The operations of a store that write-offs need. */
export type WriteOffStore = Pick<SettlementStore, "listCharges" | "adjustCharges"> &
  Pick<ServingStore, "findDeliveries">;

/** The charges of a write-off. All filters apply together. */
export interface ChargeSelection extends Omit<ChargeListQuery, "after" | "limit"> {
  /** Only charges whose delivery still has one of these networks. Absent: any. */
  readonly networks?: readonly string[] | undefined;
}

/** One operation that takes charges back. */
export interface WriteOff {
  /**
   * Its id: 1 to 64 characters of A–Z a–z 0–9 _ -. An operation adjusts a charge at most once, so an interrupted one is repeated
   * with its id, from the start or from any piece.
   */
  readonly operation: string;
  readonly selection: ChargeSelection;
  /** The amount for each charge. Absent: all that is left of it. */
  readonly micros?: Micros | undefined;
  /** As in {@link AdjustmentOrder}. */
  readonly restoresBudget: boolean;
  readonly reason: string;
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

/** Reads one piece of an operation, and computes its effect without changing anything. */
export function planWriteOff(
  store: WriteOffStore,
  writeOff: WriteOff,
  limits: PieceLimits,
): Promise<WriteOffPiece> {
  return eachPage(store, writeOff, limits, async (charges) => planned(charges, writeOff));
}

/**
 * Runs one piece of an operation. It may be interrupted at any point and repeated. The audit trail has an entry for each publisher
 * and page, in the step of its adjustments. Its sums are of the charges as they were read just before.
 */
export function runWriteOff(
  store: WriteOffStore,
  writeOff: WriteOff,
  limits: PieceLimits,
): Promise<WriteOffPiece> {
  return eachPage(store, writeOff, limits, async (charges) => {
    const outcomes: AdjustmentOutcome[] = [];
    for (const [publisherId, own] of Map.groupBy(charges, (charge) => charge.publisherId)) {
      const entry = auditEntry(writeOff, publisherId, sumOf(planned(own, writeOff)));
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
): Promise<WriteOffPiece> {
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
  return joinPieces(pieces);
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

/** The rule over the charges as they were read. */
function planned(charges: readonly Charge[], writeOff: WriteOff): readonly AdjustmentOutcome[] {
  const byDelivery = new Map(charges.map((charge) => [charge.deliveryId, charge]));
  const ledger = {
    findAdjustment: () => undefined,
    findCharge: (deliveryId: string) => byDelivery.get(deliveryId),
    insertAdjustment: () => {},
  };
  return adjustCharges(ledger, ordersOf(charges, writeOff), 0);
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
