import type { Micros } from "../money.ts";
import { toBase64Url } from "../signing/base64url.ts";
import { sha256 } from "../signing/hash.ts";
import type { InstallationStore } from "../storage/installation-store.ts";
import type { ChargeListQuery } from "../storage/settlement-store.ts";

/** The charges of a write-off. All filters apply together. */
export interface ChargeSelection extends Omit<ChargeListQuery, "after" | "limit"> {
  /** Only charges whose delivery still has one of these networks. Absent: any. */
  readonly networks?: readonly string[] | undefined;
}

/** The arguments of an operation. */
export interface WriteOffArguments {
  /**
   * Its id: 1 to 64 characters of A–Z a–z 0–9 _ -. An operation adjusts a charge at most once, so an interrupted one is repeated
   * with its id, from the start or from any piece. All calls have the arguments of its first one. A plan is none, nor is a call
   * with `micros` that finds nothing to adjust.
   */
  readonly operation: string;
  /** Its lists of deliveries are parts of it, and may differ. */
  readonly selection: ChargeSelection;
  /** Whether the end of the selection is the time of the call, and the end of the first call holds instead. Default false. */
  readonly endsNow?: boolean | undefined;
  /** The amount for each charge. Absent: all that is left of it. */
  readonly micros?: Micros | undefined;
  /** As in `AdjustmentOrder`. */
  readonly restoresBudget: boolean;
  /** A plan may leave it empty. */
  readonly reason: string;
}

/** The operation was begun with other arguments. Nothing was read or changed. */
export interface WriteOffConflict {
  /** What differs, and what to do. */
  readonly conflict: string;
}

/**
 * Compares a call with the first one of its operation. Returns it with the end that holds, which is that of the first call if this one
 * has none. `begins`: it becomes the first call, unless there was one.
 */
export async function sameArguments<Asked extends WriteOffArguments>(
  store: Pick<InstallationStore, "firstValue">,
  asked: Asked,
  begins = false,
): Promise<Asked | WriteOffConflict> {
  const { operation, selection, endsNow, reason } = asked;
  const [selected, why] = [digestOf(selectedBy(asked)), digestOf(reason)];
  const value = `${selection.to} ${selected} ${why}`;
  const stored = await store.firstValue(`write-off ${operation}`, begins ? value : undefined);
  if (stored === undefined) return asked;
  const [to, storedSelected, storedWhy] = stored.split(" ");
  const differs =
    (endsNow !== true && selection.to !== Number(to) && "to") ||
    (selected !== storedSelected && "amount, budget or selection") ||
    (reason !== "" && why !== storedWhy && "reason");
  if (differs) {
    const advice = "repeat it with the arguments of its first call, or choose another id.";
    return { conflict: `Operation ${operation} was begun with another ${differs}: ${advice}` };
  }
  return { ...asked, selection: { ...selection, to: Number(to) } };
}

function selectedBy({ selection, micros, restoresBudget }: WriteOffArguments): unknown {
  const { from, deliveryIds, publisherIds, platformIds, apiKeyIds, advertisers, campaignIds } = selection;
  const lists = [publisherIds, platformIds, apiKeyIds, advertisers, campaignIds];
  const filters = [...lists, selection.marks, selection.networks];
  const sorted = filters.map((list) => (list === undefined ? null : [...list].sort()));
  return [micros ?? null, restoresBudget, from, deliveryIds !== undefined, ...sorted];
}

function digestOf(value: unknown): string {
  return toBase64Url(sha256(new TextEncoder().encode(JSON.stringify(value))));
}
