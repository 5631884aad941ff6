import type { Micros } from "../money.ts";
import type { AdjustmentOutcome, ChargeListQuery } from "../storage/settlement-store.ts";

/** The place of a charge in the order of charges. */
export type ChargePlace = NonNullable<ChargeListQuery["after"]>;

/** The number and the sums of adjustments. */
export interface AdjustmentSums {
  readonly adjustments: number;
  readonly micros: Micros;
  /** The publishers' part of it. */
  readonly publisherMicros: Micros;
}

/** The adjustments on one platform that belong to one campaign. */
export interface WriteOffLine extends AdjustmentSums {
  readonly publisherId: string;
  readonly platformId: string;
  readonly campaignId: string;
}

/** The effect of a piece: sums of the operation's adjustments, also of those that an interrupted call made. */
export interface WriteOffPiece extends AdjustmentSums {
  /** The selected charges. */
  readonly matched: number;
  /** Those of `adjustments` that an earlier call made. */
  readonly repeated: number;
  /** The selected charges of which too little is left. */
  readonly settled: number;
  /** What is left of these. */
  readonly leftMicros: Micros;
  /** One for each platform and campaign. */
  readonly lines: readonly WriteOffLine[];
  /** The place to continue from. Null: the operation is done. */
  readonly next: ChargePlace | null;
}

/** The effect of the outcomes of one page. */
export function pieceOf(outcomes: readonly AdjustmentOutcome[], next: ChargePlace | null): WriteOffPiece {
  const tooMuch = outcomes.flatMap((one) => (one.outcome === "too_much" ? [one.leftMicros] : []));
  return {
    ...sumOf(outcomes),
    matched: outcomes.length,
    repeated: outcomes.filter(({ outcome }) => outcome === "duplicate").length,
    settled: tooMuch.length,
    leftMicros: tooMuch.reduce((sum, left) => sum + left, 0),
    lines: linesOf(outcomes),
    next,
  };
}

/** The sums of the adjustments among outcomes. */
export function sumOf(outcomes: readonly AdjustmentOutcome[]): AdjustmentSums {
  const lines = linesOf(outcomes);
  return {
    adjustments: lines.length,
    micros: lines.reduce((sum, { micros }) => sum + micros, 0),
    publisherMicros: lines.reduce((sum, { publisherMicros }) => sum + publisherMicros, 0),
  };
}

/** A line for each adjustment. */
function linesOf(outcomes: readonly AdjustmentOutcome[]): readonly WriteOffLine[] {
  return outcomes.flatMap((one) => {
    if (!("adjustment" in one)) return [];
    const { publisherId, platformId, campaignId, micros, publisherMicros } = one.adjustment;
    return { publisherId, platformId, campaignId, adjustments: 1, micros, publisherMicros };
  });
}

/** The sums of pieces in their order. Lines of one platform and campaign are added up; the largest amount comes first. */
export function joinPieces(pieces: readonly WriteOffPiece[]): WriteOffPiece {
  const sum = (name: Exclude<keyof WriteOffPiece, "lines" | "next">): number =>
    pieces.reduce((total, piece) => total + piece[name], 0);
  const lines = new Map<string, WriteOffLine>();
  for (const line of pieces.flatMap((piece) => piece.lines)) {
    const key = JSON.stringify([line.publisherId, line.platformId, line.campaignId]);
    const known = lines.get(key);
    lines.set(key, {
      ...line,
      adjustments: line.adjustments + (known?.adjustments ?? 0),
      micros: line.micros + (known?.micros ?? 0),
      publisherMicros: line.publisherMicros + (known?.publisherMicros ?? 0),
    });
  }
  return {
    matched: sum("matched"),
    adjustments: sum("adjustments"),
    repeated: sum("repeated"),
    settled: sum("settled"),
    micros: sum("micros"),
    publisherMicros: sum("publisherMicros"),
    leftMicros: sum("leftMicros"),
    lines: [...lines.values()].sort((a, b) => b.micros - a.micros),
    next: pieces.at(-1)?.next ?? null,
  };
}
