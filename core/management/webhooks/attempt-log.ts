import type { EpochMs } from "../../timing/clock.ts";

/** The result of a post. */
export type PostOutcome = {
  /** The status of the answer. Absent: no answer. */
  readonly status?: number | undefined;
} & (
  | { readonly outcome: "accepted" }
  /** The receiver refuses further messages (status 410). */
  | { readonly outcome: "gone" }
  /** `why` completes “because …”. It never repeats the answer or the address. */
  | { readonly outcome: "failed"; readonly why: string; readonly hung: boolean }
);

/** An attempt to deliver a message. It has neither the content of the message nor that of the answer. */
export interface WebhookAttempt {
  /** The time of the attempt, by the clock of this instance. */
  readonly at: EpochMs;
  /** The type of the event. */
  readonly type: string;
  /** The `webhook-id` of the message. */
  readonly messageId: string;
  /** The result, with the status of the answer. */
  readonly outcome: PostOutcome;
  /** The time until the outcome, in milliseconds. */
  readonly ms: number;
}

/** The recent attempts of this instance since its start. */
export interface AttemptLog {
  readonly add: (webhookId: string, attempt: WebhookAttempt) => void;
  /** The attempts of a webhook, the newest first. */
  readonly read: (webhookId: string) => readonly WebhookAttempt[];
}

/** The maximum number of attempts that are kept of a webhook, and of webhooks with attempts. */
export const maxAttempts = 50;
const maxLogged = 200;

export function createAttemptLog(): AttemptLog {
  const logs = new Map<string, readonly WebhookAttempt[]>();
  return {
    add: (webhookId, attempt) => {
      const log = [attempt, ...(logs.get(webhookId) ?? [])].slice(0, maxAttempts);
      // The webhook without an attempt for the longest time is forgotten first.
      logs.delete(webhookId);
      logs.set(webhookId, log);
      const [oldest] = logs.keys();
      if (logs.size > maxLogged && oldest !== undefined) logs.delete(oldest);
    },
    read: (webhookId) => logs.get(webhookId) ?? [],
  };
}
