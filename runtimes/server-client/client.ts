import type { Ad, BotAdResponse } from "../../core/contract/ad.ts";
import type { AdFields, BatchFields, SlotFields } from "../../core/contract/ad-fields.ts";
import type { ConsentFields } from "../../core/contract/consent-fields.ts";
import type { ReportReason } from "../../core/contract/report-request.ts";
import { callHost } from "../../core/host-callback.ts";
import { AdError } from "./ad-error.ts";
import { type PostOptions, postJson } from "./post-json.ts";
import { createViewAges } from "./view-age.ts";

/** The options of {@link createServerClient}. */
export interface ServerClientOptions {
  /** The address of the ad server with its path prefix: `https://hb.example`. */
  readonly baseUrl: string;
  /** The API key, `hb_live_…` or `hb_test_…`. Never send it to a browser. */
  readonly apiKey: string;
  /** The platform, `pf_…`. */
  readonly platformId: string;
  /** The timeout of a call in milliseconds. Default 800: users do not wait for ads. */
  readonly timeoutMs?: number | undefined;
  /**
   * Receives the reason when `appendAd` fails and returns the message unchanged: a wrong key, a timeout. Errors that it
   * throws are ignored. Not called when there is no ad. Default: none.
   */
  readonly onError?: ((error: AdError) => void) | undefined;
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * The user who sees the ad (contract.md §2.1): exactly one identifier, the same in all calls for one ad. Never an
 * e-mail address or a telephone number.
 */
export type User =
  | {
      /** Your own stable id of the user: 1 to 128 of `A–Z a–z 0–9 _ . : -`. */
      readonly stable_user_id: string;
    }
  | {
      /** The id of a visitor's browser: 16 to 128 of the same characters. */
      readonly visitor_id: string;
    };

/** A message of a messenger bot (contract.md §2.6). */
export interface BotMessage extends ConsentFields {
  /** The user's id in the messenger. */
  readonly user_id: number;
  /** The message that the ad is appended to. */
  readonly message: string;
  /** The user's language, a BCP 47 tag. Default `en`. */
  readonly language_code?: string;
  /** Whether the user has a premium account. Default false. */
  readonly is_premium?: boolean;
}

/**
 * A client for servers. Calls reject with {@link AdError}, and the application keeps its content. Only confirmations of
 * views are retried, because every ad request is a new issuance (contract.md §7).
 */
export interface ServerClient {
  /** Requests an ad; `null`: no ad. Never retried. */
  readonly requestAd: (user: User, fields?: AdFields) => Promise<Ad | null>;
  /**
   * Requests the ads of 1 to 20 slots of a page at once, with the fields that they share (contract.md §4.10). Resolves to one entry for each
   * slot, in their order; `null`: no ad. Never retried.
   */
  readonly requestAds: (
    user: User,
    slots: readonly SlotFields[],
    fields?: BatchFields,
  ) => Promise<readonly (Ad | null)[]>;
  /** Sends a button's action. Show the returned ad instead of the current one. */
  readonly interact: (user: User, ad: Pick<Ad, "delivery_id">, action: string) => Promise<Ad>;
  /**
   * Confirms a view, at the earliest one second after this client got the ad: earlier ones do not count (contract.md §4.3). If the server
   * still answers that it is too early, waits as it asks and tries again. After an outage it makes up to four
   * more attempts, all within the receipt's hour. Does nothing for an ad without `view`.
   */
  readonly confirmView: (user: User, ad: Pick<Ad, "delivery_id" | "view">) => Promise<void>;
  /** Reports an ad for the user who saw it, within its hour. A repeated report counts once. */
  readonly report: (user: User, ad: Pick<Ad, "delivery_id">, reason: ReportReason) => Promise<void>;
  /**
   * Returns the message with an ad appended, or the unchanged message if there is no ad or no answer in time. Never
   * rejects.
   */
  readonly appendAd: (message: BotMessage) => Promise<BotAdResponse>;
}

const defaultTimeoutMs = 800;
const maxTries = 5;
/** The validity of a receipt (contract.md §8). */
const receiptMs = 3_600_000;
const firstPauseMs = 500;

/** Creates a client for servers. Does no I/O. */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { platformId, baseUrl, apiKey } = options;
  const post: PostOptions = {
    baseUrl,
    apiKey,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
  const call = (path: string, body: object): Promise<unknown> =>
    postJson(path, { platform_id: platformId, ...body }, post);
  const ages = createViewAges();
  const noteError = (error: AdError): void => {
    // An error of the host must not cost the message.
    callHost(() => options.onError?.(error));
  };
  return {
    requestAd: async (user, fields) => {
      const ad = adOf(await call("web/ads", { ...fields, ...user }));
      ages.note(ad);
      return ad;
    },
    requestAds: async (user, slots, fields) => {
      const { ads } = Object(await call("web/ads/batch", { ...fields, ...user, slots }));
      if (!Array.isArray(ads) || ads.length !== slots.length)
        throw new AdError("The ad server answered without an entry for each slot.", 0);
      const found = ads.map(adOf);
      found.forEach(ages.note);
      return found;
    },
    interact: async (user, { delivery_id }, action) => {
      const ad = adOf(await call("web/interact", { ...user, delivery_id, action }));
      if (ad === null) throw new AdError("The ad server answered without an ad.", 0);
      return ad;
    },
    confirmView: async (user, { delivery_id, view }) => {
      if (view === undefined) return;
      const startedAt = performance.now();
      const waitMs = ages.waitMs(delivery_id);
      if (waitMs > 0) await pause(waitMs);
      for (let attempt = 1; ; attempt++) {
        try {
          await call("web/seen", { ...user, delivery_id, view });
          return;
        } catch (error) {
          const pauseMs = attempt < maxTries ? pauseAfter(error, attempt) : undefined;
          if (pauseMs === undefined || performance.now() - startedAt + pauseMs > receiptMs) throw error;
          await pause(pauseMs);
        }
      }
    },
    report: async (user, { delivery_id }, reason) => {
      await call("web/report", { ...user, delivery_id, reason });
    },
    appendAd: async (message) => {
      try {
        const answer = await call("ad", message);
        if (isBotAnswer(answer, message.message)) return answer;
        noteError(new AdError("The ad server answered without the message.", 0));
      } catch (error) {
        if (error instanceof AdError) noteError(error);
      }
      return { message: message.message, has_ad: false, impression_id: null, ad: null };
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function adOf(answer: unknown): Ad | null {
  return Object(answer).ad ?? null;
}

/**
 * Whether the answer is the original message, with or without an ad. A proxy in between may answer 200 with other
 * content.
 */
function isBotAnswer(answer: unknown, original: string): answer is BotAdResponse {
  const { message, has_ad: hasAd, impression_id: impressionId, ad } = Object(answer);
  if (hasAd !== true) return hasAd === false && message === original;
  const isAppended = typeof message === "string" && message.startsWith(original);
  return isAppended && typeof impressionId === "string" && typeof ad === "object" && ad !== null;
}

/**
 * The pause before the next attempt; `undefined`: give up. Randomised, so that clients do not return together after an
 * outage.
 */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AdError)) return undefined;
  const { status, retryAfterMs } = error;
  if (status === 409 || status === 429) return retryAfterMs ?? firstPauseMs;
  if (status !== 0 && status < 500) return undefined;
  return Math.max(retryAfterMs ?? 0, firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
}
