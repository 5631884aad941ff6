const early = new WeakSet<Error>();

export function noteEarlyEnd(error: Error): void {
  early.add(error);
}

/** Whether a connection ended with `error` before the server had said anything, as a proxy does whose server is away. */
export function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && early.has(error);
}
