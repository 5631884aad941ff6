import type { Ad, BotAdResponse } from "../../core/contract/ad.ts";
import type { AdFormat } from "../../core/contract/formats.ts";
import { callHost } from "../../core/host-callback.ts";
import { AdError } from "./ad-error.ts";
import { type PostOptions, postJson } from "./post-json.ts";

export interface ServerClientOptions {
  /** Where the ad server is reached, a path prefix included: `https://ads.example`. */
  readonly baseUrl: string;
  /** `hb_live_…` or `hb_test_…`. Never send it to a browser. */
  readonly apiKey: string;
  /** `pf_…` */
  readonly platformId: string;
  /** How long a call may take. Default 800 ms: nobody waits for an ad. */
  readonly timeoutMs?: number | undefined;
  /**
   * Told why `appendAd` failed and gave the message back as it was: a wrong key, no answer in time. What it throws is
   * ignored. Default: nobody is told. That there is no ad is no error.
   */
  readonly onError?: ((error: AdError) => void) | undefined;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Who sees the ad (contract.md §2.1): exactly one, the same in all calls for one ad; no e-mail address or telephone number. */
export type User = { readonly stable_user_id: string } | { readonly visitor_id: string };

/** What a server asks for, by the contract's own names (contract.md §2.1). */
export interface AdFields {
  readonly request_id?: string;
  readonly placement?: string;
  readonly language_code?: string;
  readonly accept_formats?: readonly AdFormat[];
  readonly context?:
    | { readonly type?: "conversation"; readonly question?: string; readonly answer?: string }
    | { readonly type: "article"; readonly title: string; readonly content: string }
    | { readonly type: "feed"; readonly text: string }
    | { readonly type: "static" };
  readonly test?: boolean;
  readonly test_format?: AdFormat;
}

/** A message of a messenger bot (contract.md §2.6). */
export interface BotMessage {
  readonly user_id: number;
  readonly message: string;
  readonly language_code?: string;
  readonly is_premium?: boolean;
}

/**
 * Talks to an ad server as a server does. Calls reject with {@link AdError}, and the application keeps what it has; none of
 * them is repeated by itself but a view's confirmation, since every ad request is a new issuance (contract.md §7).
 */
export interface ServerClient {
  readonly requestAd: (user: User, fields?: AdFields) => Promise<Ad | null>;
  /** Sends a button's action; the ad that comes back replaces the one shown. */
  readonly interact: (user: User, ad: Pick<Ad, "delivery_id">, action: string) => Promise<Ad>;
  /**
   * Confirms that the ad was seen. Asked too early it waits as told and asks again; an outage is met by up to four more
   * tries, and none of them after the receipt's hour. An ad without `view` has nothing to confirm.
   */
  readonly confirmView: (user: User, ad: Pick<Ad, "delivery_id" | "view">) => Promise<void>;
  /** The message with an ad appended; the message as it was when there is none, or no answer in time. Never rejects. */
  readonly appendAd: (message: BotMessage) => Promise<BotAdResponse>;
}

const defaultTimeoutMs = 800;
const maxTries = 5;
/** How long a receipt is valid (contract.md §8). */
const receiptMs = 3_600_000;
const firstPauseMs = 500;

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
  const tell = (error: AdError): void => {
    // An ad is never worth a message.
    callHost(() => options.onError?.(error));
  };
  return {
    requestAd: async (user, fields) => adOf(await call("web/ads", { ...fields, ...user })),
    interact: async (user, { delivery_id }, action) => {
      const ad = adOf(await call("web/interact", { ...user, delivery_id, action }));
      if (ad === null) throw new AdError("The ad server answered without an ad.", 0);
      return ad;
    },
    confirmView: async (user, { delivery_id, view }) => {
      if (view === undefined) return;
      const startedAt = performance.now();
      for (let attempt = 1; ; attempt++) {
        try {
          await call("web/seen", { ...user, delivery_id, view });
          return;
        } catch (error) {
          const pauseMs = attempt < maxTries ? pauseAfter(error, attempt) : undefined;
          if (pauseMs === undefined || performance.now() - startedAt + pauseMs > receiptMs) throw error;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    },
    appendAd: async (message) => {
      try {
        const answer = await call("ad", message);
        if (isBotAnswer(answer, message.message)) return answer;
        tell(new AdError("The ad server answered without the message.", 0));
      } catch (error) {
        if (error instanceof AdError) tell(error);
      }
      return { message: message.message, has_ad: false, impression_id: null, ad: null };
    },
  };
}

function adOf(answer: unknown): Ad | null {
  return Object(answer).ad ?? null;
}

/** Whether it is the original with an ad, or the original. What stands in between may answer 200 with words of its own. */
function isBotAnswer(answer: unknown, original: string): answer is BotAdResponse {
  const { message, has_ad: hasAd, impression_id: impressionId, ad } = Object(answer);
  if (hasAd !== true) return hasAd === false && message === original;
  const isAppended = typeof message === "string" && message.startsWith(original);
  return isAppended && typeof impressionId === "string" && typeof ad === "object" && ad !== null;
}

/** Spread out, so that those who met an outage together do not come back together. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AdError)) return undefined;
  const { status, retryAfterMs } = error;
  if (status === 409 || status === 429) return retryAfterMs ?? firstPauseMs;
  if (status !== 0 && status < 500) return undefined;
  return Math.max(retryAfterMs ?? 0, firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
}
