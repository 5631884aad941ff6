/**
 * Calls a function of the host, whose failure is the host's own: whatever it throws, or its promise rejects with, goes to
 * `onFailed` and no further. An error that nobody catches would end the process.
 */
export function callHost(call: () => unknown, onFailed: (error: unknown) => void = () => {}): void {
  const failed = (error: unknown): void => {
    try {
      onFailed(error);
    } catch {
      // Nobody is left to be told.
    }
  };
  try {
    const returned = call();
    if (isThenable(returned)) returned.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
