import type { Ad, AdResponse, InteractResponse } from "../../core/contract/ad.ts";
import type { AdFormat } from "../../core/contract/formats.ts";
import { dispatchAdEvent } from "./dispatch-event.ts";
import { type MountedAd, mountAd } from "./mount-ad.ts";
import type { AdClient } from "./registry.ts";
import { defaultTimeoutMs, firstPauseMs, longestPauseMs, receiptMs } from "./times.ts";

/** The fields of an ad request that a page chooses (contract.md §2.1), by their own names. */
export interface AdFields {
  readonly placement?: string;
  readonly language_code?: string;
  readonly accept_formats?: readonly AdFormat[];
  readonly context?: PageContext;
  readonly test?: boolean;
  readonly test_format?: AdFormat;
  readonly request_id?: string;
}

/** What the page is about (contract.md §2.2). Without a type: a conversation. */
export type PageContext =
  | { readonly type?: "conversation"; readonly question?: string; readonly answer?: string }
  | { readonly type: "article"; readonly title: string; readonly content: string }
  | { readonly type: "feed"; readonly text: string }
  | { readonly type: "static" };

export interface ClientOptions {
  /** Where the ad server is reached, a path prefix included: `https://ads.example`. */
  readonly baseUrl: string;
  /** `pf_…`; the page's origin must be one of its allowed sites. */
  readonly platformId: string;
  /** 16 to 128 of `A–Z a–z 0–9 _ . : -`, the same at every visit. No e-mail address, no telephone number. */
  readonly visitorId: string;
  /** How long a request may take, its answer included; default 10,000 milliseconds. Then it failed as if there was no network. */
  readonly timeoutMs?: number | undefined;
}

/** Talks to an ad server as a browser does: platform ID, visitor, no key, no cookies (contract.md §5). */
export interface Client extends AdClient {
  /** One new issuance, or `null` when there is no ad. Never repeated by itself (contract.md §7), not after a timeout either. */
  readonly requestAd: (fields?: AdFields) => Promise<Ad | null>;
  /**
   * Asks for an ad, shows it in `element` and confirms its view. Fulfilled when the answer was shown; never rejected: a
   * failure leaves the page as it was and is told by an `error` event of `element`.
   */
  readonly mount: (element: Element, fields?: AdFields) => Promise<MountedAd>;
}

/** An answer that was not 200. */
export class AdError extends Error {
  override readonly name = "AdError";
  /** 0: there was no answer. */
  declare readonly status: number;
  /** Milliseconds after which the server wants to be asked again. */
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, platformId, visitorId, timeoutMs = defaultTimeoutMs } = options;
  const post = async <T>(path: string, fields: object): Promise<T> => {
    const failed = (error: unknown): never => {
      throw new AdError(String(error), 0);
    };
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/api/v1/web/${path}`, {
      method: "POST",
      credentials: "omit",
      // A view is told even when the page is left at that moment. Not sendBeacon: it cannot omit credentials.
      keepalive: path === "seen",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...fields, platform_id: platformId, visitor_id: visitorId }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(failed);
    if (response.ok) return response.json().catch(failed);
    const problem = await response.json().catch(() => null);
    // A proxy in between may answer with a date instead of seconds, or with less than any time: then the pause is ours.
    const retryAfterMs = Math.max(0, Number(response.headers.get("retry-after"))) * 1_000 || undefined;
    throw new AdError(problem?.detail ?? response.statusText, response.status, retryAfterMs);
  };
  const requestAd = async (fields?: AdFields): Promise<Ad | null> =>
    (await post<AdResponse>("ads", { ...fields })).ad;
  const client: Client = {
    requestAd,
    interact: async ({ delivery_id }, action) =>
      (await post<InteractResponse>("interact", { delivery_id, action })).ad,
    confirmView: async ({ delivery_id, view }) => {
      const startedAt = performance.now();
      let pauseMs = firstPauseMs;
      let wake = (): void => {};
      // Heard during a request, too: it may hang on the connection that was lost.
      const onOnline = (): void => {
        pauseMs = 0;
        wake();
      };
      addEventListener("online", onOnline);
      try {
        for (;;) {
          try {
            await post("seen", { delivery_id, view });
            return;
          } catch (error) {
            const waitMs = pauseBefore(error, pauseMs);
            if (waitMs === undefined || performance.now() - startedAt + waitMs > receiptMs) throw error;
            await new Promise<void>((resolve) => {
              wake = resolve;
              setTimeout(resolve, waitMs);
            });
            pauseMs = Math.min(pauseMs * 2 || firstPauseMs, longestPauseMs);
          }
        }
      } finally {
        removeEventListener("online", onOnline);
      }
    },
    mount: async (element, fields) => {
      const card = mountAd(element, { client });
      try {
        const ad = await requestAd(fields);
        dispatchAdEvent(element, ad ? "filled" : "no-ad", { ad });
        card.setAd(ad);
      } catch (error) {
        dispatchAdEvent(element, "error", { error });
        card.setAd(null);
      }
      return card;
    },
  };
  return client;
}

/** Too early and too often: as told. No answer in time, or an outage: longer each time, spread out. Else there is no use. */
function pauseBefore(error: unknown, pauseMs: number): number | undefined {
  if (!(error instanceof AdError)) return undefined;
  const { status, retryAfterMs } = error;
  if (status === 409 || status === 429) return retryAfterMs ?? pauseMs;
  return status === 0 || status >= 500
    ? Math.max(retryAfterMs ?? 0, pauseMs * (0.5 + Math.random()))
    : undefined;
}
