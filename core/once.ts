/** Reads a value at the first call and keeps it. */
export function once<T>(read: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: read() };
    return value.of;
  };
}

/** Reads until the result is valid, then keeps it. */
export function onceValid<Result extends { readonly ok: boolean }>(read: () => Result): () => Result {
  let valid: Result | undefined;
  return () => {
    if (valid !== undefined) return valid;
    const result = read();
    if (result.ok) valid = result;
    return result;
  };
}

/** Runs `work` until it succeeds once; callers at the same time share one run. */
export function onceDone<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
