import type { Connection, HttpRequest, HttpResponse } from "./pipeline/http.ts";
import type { RateLimiter } from "./ratelimit.ts";
import type { ServingStore } from "./storage.ts";
import type { Clock } from "./timing/clock.ts";

export interface HandbillOptions {
  readonly store: ServingStore;
  /** Default: a limiter in the memory of this process. */
  readonly limiter?: RateLimiter | undefined;
  /**
   * Reads one environment variable. What an option below leaves open is taken from it when it is used, never
   * at import; the runtime entries export one for their runtime.
   */
  readonly env?: ((name: string) => string | undefined) | undefined;
  /** Where the installation is reached from outside, e.g. `https://ads.example`. `HANDBILL_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Signing secrets of at least 32 characters, newest first. `HANDBILL_SECRET`, separated by commas. */
  readonly secrets?: readonly string[] | undefined;
  readonly clock?: Clock | undefined;
}

/** An ad server. Its functions need no `this`. */
export interface Handbill {
  /** Answers one request; never rejects. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** The same, without web-standard objects. */
  readonly answer: (request: HttpRequest) => Promise<HttpResponse>;
  /** Whether a path (or URL) is one of ours; a host passes on what is not. */
  readonly handles: (target: string) => boolean;
  /** Releases expired holds and writes pending counts. Call it every few seconds, or from a cron. */
  readonly maintain: () => Promise<void>;
  /** Takes no more requests and waits until the queues are empty. The store stays open. */
  readonly close: () => Promise<void>;
}

export declare function createHandbill(options: HandbillOptions): Handbill;
