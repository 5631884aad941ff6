/** A key-value storage such as `localStorage` or `sessionStorage`. Its methods may throw. */
export interface IdStorage {
  /** Returns the stored value; null: none. */
  getItem(key: string): string | null;
  /** Stores a value. */
  setItem(key: string, value: string): void;
}

const storageKey = "handbill-visitor";

/**
 * Returns a random visitor id that the visitor's device stores. Opt-in, because the rest of the SDK stores nothing: ask
 * for consent first where the law requires it. If storage is unavailable (private windows), the id is new on each page.
 */
export function keepVisitorId(storage: () => IdStorage = () => localStorage): string {
  try {
    const kept = storage().getItem(storageKey) ?? newVisitorId();
    storage().setItem(storageKey, kept);
    return kept;
  } catch {
    return newVisitorId();
  }
}

/** Returns a new random visitor id and stores nothing. */
export function newVisitorId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
