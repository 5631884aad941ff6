import type { BasisPoints } from "../../core/money.ts";

/** Formats basis points as percent: 7_000 → `70`. */
export function percentOf(share: BasisPoints): string {
  return String(share / 100);
}

/** Parses percent into basis points. Returns an invalid text unchanged. Empty: `undefined`. */
export function shareOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : typed;
}

/** Parses a whole number. Returns an invalid text unchanged. Empty: `undefined`. */
export function wholeOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : typed;
}
