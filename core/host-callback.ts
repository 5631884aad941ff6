/**
 * Calls a function of the host. If it throws, or its promise rejects, the error goes to `onFailed` and no further: an
 * uncaught error would end the process.
 */
export function callHost(call: () => unknown, onFailed: (error: unknown) => void = () => {}): void {
  const failed = (error: unknown): void => {
    try {
      onFailed(error);
    } catch {
      // There is no further place to report it.
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
