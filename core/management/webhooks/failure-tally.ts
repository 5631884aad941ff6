import type { Log } from "../../log.ts";

/** Collects the failures of one call, and logs at most two lines for each webhook. */
export interface FailureTally {
  readonly retried: (webhookId: string, why: string) => void;
  readonly gaveUp: (webhookId: string, why: string) => void;
  readonly write: (log: Log) => void;
}

interface Sum {
  n: number;
  /** The reason of the last failure. */
  why: string;
}

export function createFailureTally(): FailureTally {
  const retried = new Map<string, Sum>();
  const lost = new Map<string, Sum>();
  return {
    retried: (webhookId, why) => add(retried, webhookId, why),
    gaveUp: (webhookId, why) => add(lost, webhookId, why),
    write: (log) => {
      for (const [webhookId, { n, why }] of retried) {
        const message = `Webhook ${webhookId} failed to accept ${n} messages, which will be retried: ${why}.`;
        log({ level: "warn", code: "webhook-retrying", message });
      }
      for (const [webhookId, { n, why }] of lost) {
        const message = `Webhook ${webhookId} failed to accept ${n} messages, which are dropped: ${why}. Repair the receiver or remove the webhook.`;
        log({ level: "error", code: "webhook-dropped", message });
      }
    },
  };
}

function add(sums: Map<string, Sum>, webhookId: string, why: string): void {
  const sum = sums.get(webhookId) ?? { n: 0, why };
  sum.n += 1;
  sum.why = why;
  sums.set(webhookId, sum);
}
