/** An answer other than 200, or no answer. The application keeps its content (contract.md §7). */
export class AdError extends Error {
  /** Always `AdError`. */
  override readonly name = "AdError";
  /** The HTTP status. 0: no valid answer in time. */
  readonly status: number;
  /** The `code` of the problem (contract.md §7); empty if the answer has none. */
  readonly code: string;
  /** The pause in milliseconds that the server asks for before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, code = "", retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
