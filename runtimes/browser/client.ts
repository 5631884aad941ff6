import type { Ad, AdResponse, InteractResponse, SlotAnswer } from "../../core/contract/ad.ts";
import type { AdFields, BatchFields, SlotFields } from "../../core/contract/ad-fields.ts";
import type { ReportReason } from "../../core/contract/report-request.ts";
import { pageActivation } from "./activation.ts";
import { consentStrings } from "./consent-strings.ts";
import { type MountedAd, mountAd } from "./mount-ad.ts";
import type { AdClient } from "./registry.ts";
import { showAnswer, showFailure } from "./show-answer.ts";
import { defaultTimeoutMs, firstPauseMs, longestPauseMs, receiptMs } from "./times.ts";

/** The options of {@link createClient}. */
export interface ClientOptions {
  /** The address of the ad server with its path prefix: `https://hb.example`. */
  readonly baseUrl: string;
  /** The platform, `pf_…`. The page's origin must be one of its allowed sites. */
  readonly platformId: string;
  /**
   * The visitor: 16 to 128 of `A–Z a–z 0–9 _ . : -`, the same at every visit. Never an e-mail address or a telephone
   * number.
   */
  readonly visitorId: string;
  /**
   * The timeout of a request with its answer, in milliseconds. Default 10,000. A timeout counts as a network failure.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Sends the strings of the page's consent platform (`__tcfapi`, `__gpp`) with ad requests, which wait up to a second for
   * each that is loading. Browsers send Global Privacy Control by themselves (`Sec-GPC`). Default false.
   */
  readonly consent?: boolean | undefined;
}

/** A client for browsers: platform id and visitor, no key, no cookies (contract.md §5). */
export interface Client extends AdClient {
  /**
   * Requests an ad, a new issuance each time; `null`: no ad. Never retried, not even after a timeout
   * (contract.md §7). A prerendered page requests it when the visitor opens the page. Rejects with {@link AdError}.
   */
  readonly requestAd: (fields?: AdFields) => Promise<Ad | null>;
  /**
   * Requests the ads of 1 to 20 slots of the page at once, with the fields that they share (contract.md §4.10). As
   * {@link requestAd}, it is never retried.
   */
  readonly requestAds: (slots: readonly SlotFields[], fields?: BatchFields) => Promise<SlotAds>;
  /** Reports an ad to the operator, at most once. Does nothing for a test ad. Rejects when it fails. */
  readonly report: (ad: Ad, reason: ReportReason) => Promise<void>;
  /**
   * Requests an ad, shows it in `element` and confirms its view. Resolves after the answer is shown. Never rejects: a
   * failure leaves the page unchanged and dispatches an `error` event on `element`.
   */
  readonly mount: (element: Element, fields?: AdFields) => Promise<MountedAd>;
}

/** The answer to {@link Client.requestAds}. */
export interface SlotAds {
  /** One answer for each slot, in their order. */
  readonly ads: readonly SlotAnswer[];
  /** The pause in milliseconds after which slots with the reason `rate_limited` may be requested again. */
  readonly retryAfterMs: number | undefined;
}

/** An answer other than 200, or no answer. */
export class AdError extends Error {
  /** Always `AdError`. */
  override readonly name = "AdError";
  /** The HTTP status. 0: no answer. */
  declare readonly status: number;
  /** The pause in milliseconds that the server asks for before a retry. */
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, status: number, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Creates a client for this page. Sends nothing yet. */
export function createClient({
  baseUrl,
  platformId,
  visitorId,
  timeoutMs = defaultTimeoutMs,
  consent,
}: ClientOptions): Client {
  const post = async <T>(path: string, fields: object): Promise<T & Pick<SlotAds, "retryAfterMs">> => {
    const failed = (error: unknown): never => {
      throw new AdError(String(error), 0);
    };
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/api/v1/web/${path}`, {
      method: "POST",
      credentials: "omit",
      // A confirmation survives the end of the page. Not sendBeacon: it cannot omit credentials.
      keepalive: path === "seen",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...fields, platform_id: platformId, visitor_id: visitorId }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(failed);
    // A proxy may answer with a date or a negative value: then the client's own pause applies.
    const retryAfterMs = Math.max(0, Number(response.headers.get("retry-after"))) * 1_000 || undefined;
    if (response.ok) return { ...(await response.json().catch(failed)), retryAfterMs };
    const problem = await response.json().catch(() => null);
    throw new AdError(problem?.detail ?? response.statusText, response.status, retryAfterMs);
  };
  const request = async <T>(path: string, fields?: object) => {
    await pageActivation();
    return post<T>(path, { ...(consent && (await consentStrings())), ...fields });
  };
  const requestAd = async (fields?: AdFields): Promise<Ad | null> =>
    (await request<AdResponse>("ads", fields)).ad;
  const client: Client = {
    requestAd,
    requestAds: (slots, fields) => request<SlotAds>("ads/batch", { ...fields, slots }),
    interact: async ({ delivery_id }, action) =>
      (await post<InteractResponse>("interact", { delivery_id, action })).ad,
    report: async ({ delivery_id, test }, reason) => {
      if (!test) await post("report", { delivery_id, reason });
    },
    confirmView: async ({ delivery_id, view }) => {
      const endsAt = performance.now() + receiptMs;
      let pauseMs = firstPauseMs;
      let wake: (() => void) | undefined;
      // Also listens during a request, which may hang on the lost connection.
      const onOnline = (): void => {
        pauseMs = 0;
        wake?.();
      };
      addEventListener("online", onOnline);
      try {
        for (;;) {
          try {
            await post("seen", { delivery_id, view });
            return;
          } catch (error) {
            const waitMs = pauseBefore(error as object, pauseMs);
            if (performance.now() + waitMs > endsAt) throw error;
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
        showAnswer(element, card, await requestAd(fields));
      } catch (error) {
        showFailure(element, card, error);
      }
      return card;
    },
  };
  return client;
}

/**
 * The pause before the next attempt; `Infinity`: give up, as after an error that is no {@link AdError}. Too early or too
 * often: the server's pause. No answer or an outage: doubling pauses, randomised.
 */
function pauseBefore({ status = 1, retryAfterMs }: Partial<AdError>, pauseMs: number): number {
  if (status === 409 || status === 429) return retryAfterMs ?? pauseMs;
  return status === 0 || status >= 500
    ? Math.max(retryAfterMs ?? 0, pauseMs * (0.5 + Math.random()))
    : Infinity;
}
