import type { Webhook, WebhookMessage } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Timer } from "../../timing/deadlines.ts";
import { type AddressRules, checkWebhookAddress } from "./address.ts";
import { signatureHeaders, webhookKey } from "./sign.ts";

/** What is used of the platform's `fetch`. */
export type WebhookFetch = (
  url: string,
  init: {
    readonly method: "POST";
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly status: number; readonly body: { cancel(): Promise<void> } | null }>;

export interface PostOptions {
  readonly fetch: WebhookFetch;
  readonly timer: Timer;
  /** In the order of the secrets; all sign. */
  readonly secrets: readonly string[];
  readonly rules: AddressRules;
}

export type PostOutcome =
  | { readonly outcome: "accepted" }
  /** The receiver says that it wants this no more (status 410). */
  | { readonly outcome: "gone" }
  /** `why` continues “because”, and repeats nothing that the receiver said or the address holds. */
  | { readonly outcome: "failed"; readonly why: string; readonly hung: boolean };

/** How long a receiver may take to answer, with the look-up of its name. */
export const postTimeoutMs = 5_000;

/** Posts a message once. Never rejects; the body of the answer is not read, and a redirect is not followed. */
export async function postMessage(
  webhook: Webhook,
  message: WebhookMessage,
  sentAt: EpochMs,
  { fetch, timer, secrets, rules }: PostOptions,
): Promise<PostOutcome> {
  const keys = secrets.map((secret) => webhookKey(secret, webhook.id));
  const aborter = new AbortController();
  const send = async (): Promise<PostOutcome> => {
    const check = await checkWebhookAddress(webhook.url, rules);
    if (!check.ok) return failed(`its address was refused: ${check.fault}`);
    // Whoever was too slow in the look-up is posted to no more.
    if (aborter.signal.aborted) return hung;
    const response = await fetch(check.url.href, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "handbill-webhooks",
        ...signatureHeaders(keys, { id: message.id, payload: message.payload, sentAt }),
      },
      body: message.payload,
      redirect: "manual",
      signal: aborter.signal,
    });
    // An answer whose body was cut off by the receiver counts all the same.
    response.body?.cancel().catch(() => undefined);
    return judge(response.status);
  };
  return new Promise((resolve) => {
    const cancel = timer(postTimeoutMs, () => {
      resolve(hung);
      aborter.abort();
    });
    send()
      .catch((error: unknown) => failed(`it could not be reached${codeOf(error)}`))
      .then((outcome) => {
        cancel();
        resolve(outcome);
      });
  });
}

function judge(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { outcome: "accepted" };
  if (status === 410) return { outcome: "gone" };
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  return failed(
    isRedirect
      ? "it answered with a redirect, which is not followed; enter the address that it leads to"
      : `it answered with status ${status}`,
  );
}

const hung: PostOutcome = {
  outcome: "failed",
  why: `it did not answer within ${postTimeoutMs / 1_000} s`,
  hung: true,
};

function failed(why: string): PostOutcome {
  return { outcome: "failed", why, hung: false };
}

/** Node says what went wrong in the cause's code (`ECONNREFUSED`); messages may hold the address, codes do not. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return "";
  const { code } = cause;
  return typeof code === "string" && /^[A-Z][A-Z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
