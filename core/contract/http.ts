/**
 * One HTTP exchange as the pipeline sees it. `fetch` wraps a web-standard Request in it; a runtime whose own
 * Request is slow to make (Node) fills it directly, and the answer has the same bytes either way.
 */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as received (`/api/v1/web/ads`), or the absolute URL; with the path of the base URL in front, or without. */
  readonly target: string;
  /**
   * A header by its lower-case name; several of one name are joined by `, `. `host` is an empty text where the request is a
   * message that has none, `undefined` where it is no message.
   */
  header(name: string): string | undefined;
  /** The whole body, or `too_large` as soon as more than `maxBytes` have come; the rest is not read. */
  readBody(maxBytes: number): Promise<Uint8Array | "too_large">;
  /** Address of the peer, where the runtime knows it. */
  readonly clientAddress?: string | undefined;
  /** See {@link Connection.answersHealth}. */
  readonly answersHealth?: boolean | undefined;
  /** See {@link Connection.waitUntil}. */
  readonly waitUntil?: WaitUntil | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: no body, unless there are `bytes`. */
  readonly body: string;
  /** The body where it is no text: in the content coding that `headers` name. Never with a `body`. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

/** Keeps a function running until the promise is settled. */
export type WaitUntil = (work: Promise<void>) => void;

/** What a runtime can tell of a request beyond the request itself. */
export interface Connection {
  /** The peer's address, as the server knows it. Without it, and without `trustProxy`, no limit of a network applies. */
  readonly clientAddress?: string | undefined;
  /** The request is a message that came over a connection, so it must have a Host header (RFC 9112 §3.2). Default false. */
  readonly requiresHost?: boolean | undefined;
  /**
   * The server that took the request has no pages of its own, so `/livez` and `/readyz` are ours too. `serve` of the runtimes
   * and `toVercel` say so. Default: the option `health` of `createHandbill`.
   */
  readonly answersHealth?: boolean | undefined;
  /**
   * Of a platform that stops a function after its answer, such as `ctx.waitUntil` of an edge function. The promise that it
   * gets stores the statistics of the answer, and never rejects. Absent: that of Vercel if the platform provides it; else
   * the process is expected to go on, and stores statistics every few seconds.
   */
  readonly waitUntil?: WaitUntil | undefined;
}
