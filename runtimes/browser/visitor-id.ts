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
 * for consent first where the law requires it. If storage is unavailable (private windows), the id is new on each page. An id
 * that the server would refuse (contract.md §2.1) is replaced.
 */
export function keepVisitorId(storage: () => IdStorage = () => localStorage): string {
  try {
    const [kept] = storage()
      .getItem(storageKey)
      ?.match(/^[\w.:-]{16,128}$/) ?? [newVisitorId()];
    storage().setItem(storageKey, kept);
    return kept;
  } catch {
    return newVisitorId();
  }
}

/** Returns a new random visitor id of 192 bits and stores nothing. */
export function newVisitorId(): string {
  // Pages without TLS have no crypto.randomUUID.
  return crypto.getRandomValues(new Uint16Array(12)).join("-");
}
