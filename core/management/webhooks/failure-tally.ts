import type { Log } from "../../log.ts";

/** Gathers what went wrong during one call, so that it makes at most two lines of the log for each webhook. */
export interface FailureTally {
  readonly retried: (webhookId: string, why: string) => void;
  readonly gaveUp: (webhookId: string, why: string) => void;
  readonly write: (log: Log) => void;
}

interface Sum {
  n: number;
  /** Of the last one. */
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
        const message = `Webhook ${webhookId} did not take ${n} messages; they will be tried again: ${why}.`;
        log({ level: "warn", message });
      }
      for (const [webhookId, { n, why }] of lost) {
        const message = `Webhook ${webhookId} did not take ${n} messages, which are given up: ${why}. Repair the receiver or remove the webhook.`;
        log({ level: "error", message });
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
