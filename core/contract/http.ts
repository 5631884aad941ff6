/**
 * An HTTP request as the pipeline sees it. `fetch` wraps a web-standard Request in it. A runtime with a slow Request
 * (Node) fills it directly; the answer has the same bytes either way.
 */
export interface HttpRequest {
  /** The method, in upper case. */
  readonly method: string;
  /** Path and query as received (`/api/v1/web/ads`), or the absolute URL. With or without the path of the base URL. */
  readonly target: string;
  /**
   * Returns a header by its lower-case name; several of one name are joined by `, `. `host` is empty if an HTTP message
   * has none, and `undefined` if the request did not arrive as an HTTP message.
   */
  header(name: string): string | undefined;
  /**
   * Returns the whole body, or `too_large` as soon as more than `maxBytes` have arrived; the rest stays unread. Rejects
   * when the connection ends early, and with {@link BodyReadBefore}.
   */
  readBody(maxBytes: number): Promise<Uint8Array | "too_large">;
  /** The address of the peer. Absent if the runtime does not know it. */
  readonly clientAddress?: string | undefined;
  /** See {@link Connection.answersHealth}. */
  readonly answersHealth?: boolean | undefined;
  /** See {@link Connection.waitUntil}. */
  readonly waitUntil?: WaitUntil | undefined;
}

/** An HTTP answer. */
export interface HttpResponse {
  /** The status code. */
  readonly status: number;
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. Empty: no body, unless `bytes` is set. */
  readonly body: string;
  /** The body as bytes, in the content coding that `headers` name. Never together with `body`. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
  /** For the access log and metrics; never sent. The code of the error, or the reason for no ad. */
  readonly reason?: string | undefined;
}

/** Keeps a function running until the promise is settled. */
export type WaitUntil = (work: Promise<void>) => void;

/** What a runtime knows about a request beyond the request itself. */
export interface Connection {
  /** The address of the peer. Without it, and without `trustProxy`, limits per network do not apply. */
  readonly clientAddress?: string | undefined;
  /** The request arrived as an HTTP message, so it must have a Host header (RFC 9112 §3.2). Default false. */
  readonly requiresHost?: boolean | undefined;
  /**
   * The server has no pages besides Handbill's, so Handbill answers `/livez` and `/readyz`. `serve` of the runtimes and
   * `toVercel` set it. Default: the option `health` of `createHandbill`.
   */
  readonly answersHealth?: boolean | undefined;
  /**
   * The platform's `waitUntil`, for platforms that stop a function after its answer (such as `ctx.waitUntil` of an edge
   * function). Its promise stores the statistics of the answer and never rejects. Default: Vercel's, if present;
   * otherwise the process is expected to keep running, and stores statistics every few seconds.
   */
  readonly waitUntil?: WaitUntil | undefined;
}

/** A host read the body of a request before it passed the request on. */
export class BodyReadBefore extends Error {
  override name = "BodyReadBefore";

  constructor() {
    super("The host read the body before Handbill: pass a request whose body is unread.");
  }
}
