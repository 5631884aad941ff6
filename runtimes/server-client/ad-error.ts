/** An answer that was not 200, or none at all. The application keeps what it shows (contract.md §7). */
export class AdError extends Error {
  override readonly name = "AdError";
  /** 0: there was no answer in time. */
  readonly status: number;
  /** The `code` of the problem (RFC 9457); empty without one. */
  readonly code: string;
  /** Milliseconds after which the server wants to be asked again. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, code = "", retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
