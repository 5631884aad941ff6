import type { SpanDescription, Tracing } from "../../metrics/tracing.ts";
import type { Webhook, WebhookMessage } from "../../storage/webhook-store.ts";
import type { Clock, EpochMs } from "../../timing/clock.ts";
import type { Timer } from "../../timing/deadlines.ts";
import { type AddressRules, checkWebhookAddress } from "./address.ts";
import type { AttemptLog, PostOutcome, WebhookAttempt } from "./attempt-log.ts";
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
  /** Opens a span for each post, and passes the trace on. */
  readonly tracing?: Tracing | undefined;
  /** Notes each post. */
  readonly attempts: AttemptLog;
  readonly clock: Clock;
}

/** The part of a message that a post sends. */
export type PostedMessage = Pick<WebhookMessage, "id" | "payload"> & { readonly type: string };

/** The timeout of a post in milliseconds, including the DNS look-up. */
export const postTimeoutMs = 5_000;

/** Posts a message once, and notes the attempt. Never rejects. Ignores the body of the answer and follows no redirect. */
export async function postMessage(
  webhook: Webhook,
  message: PostedMessage,
  options: PostOptions,
): Promise<WebhookAttempt> {
  const { clock, attempts } = options;
  const at = clock();
  const outcome = await post(webhook, message, at, options);
  const attempt = { at, type: message.type, messageId: message.id, outcome, ms: Math.max(0, clock() - at) };
  attempts.add(webhook.id, attempt);
  return attempt;
}

async function post(
  webhook: Webhook,
  message: PostedMessage,
  sentAt: EpochMs,
  { fetch, timer, secrets, rules, tracing }: PostOptions,
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
        ...tracing?.headers(),
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
    const sending = tracing === undefined ? send() : tracing.inSpan(span, send);
    sending
      .catch((error: unknown) => failed(`it could not be reached${codeOf(error)}`))
      .then((outcome) => {
        cancel();
        resolve(outcome);
      });
  });
}

function outcomeOf(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { outcome: "accepted", status };
  if (status === 410) return { outcome: "gone", status };
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const why = isRedirect
    ? "it answered with a redirect, which is not followed; enter the address that it leads to"
    : `it answered with status ${status}`;
  return { ...failed(why), status: status === 0 ? undefined : status };
}

const span: SpanDescription<PostOutcome> = {
  name: "handbill.webhook",
  kind: "client",
  isRoot: true,
  resultAttributes: ({ outcome }) => ({ "handbill.outcome": outcome }),
};

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
