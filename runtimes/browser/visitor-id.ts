/** Where an id is kept; `localStorage` and `sessionStorage` are such. */
export interface IdStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const storageKey = "handbill-visitor";

/**
 * A random visitor id that is kept on the visitor's device: opt-in, since the rest of the SDK stores nothing, and where
 * the law asks for consent the page asks first. Where nothing can be stored (private windows) the id is for this page.
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

/** A random id that nobody keeps. */
export function newVisitorId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
