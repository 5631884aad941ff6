import type { Webhook, WebhookMessage } from "../../storage/webhook-store.ts";
import type { EpochMs } from "../../timing/clock.ts";
import type { Timer } from "../../timing/deadlines.ts";
import { type AddressRules, checkWebhookAddress } from "./address.ts";
import { signatureHeaders, webhookKey } from "./sign.ts";

/** The part of the platform's `fetch` that webhooks use. Rejects when the receiver is unreachable. */
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
  /** All secrets sign, in this order. */
  readonly secrets: readonly string[];
  readonly rules: AddressRules;
}

export type PostOutcome =
  | { readonly outcome: "accepted" }
  /** The receiver refuses further messages (status 410). */
  | { readonly outcome: "gone" }
  /** `why` completes “because …”. It never repeats the answer or the address. */
  | { readonly outcome: "failed"; readonly why: string; readonly hung: boolean };

/** The timeout of a post in milliseconds, including the DNS look-up. */
export const postTimeoutMs = 5_000;

/** Posts a message once. Never rejects. Ignores the body of the answer and follows no redirect. */
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
    // The look-up took too long: nothing is posted any more.
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
    // An answer counts even if the receiver cuts off its body.
    response.body?.cancel().catch(() => undefined);
    return outcomeOf(response.status);
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

function outcomeOf(status: number): PostOutcome {
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

/** Node reports the reason in the cause's code (`ECONNREFUSED`). Messages may contain the address, codes do not. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return "";
  const { code } = cause;
  return typeof code === "string" && /^[A-Z][A-Z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
