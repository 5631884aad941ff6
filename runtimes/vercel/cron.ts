import type { Handbill } from "../../core/handbill.ts";
import { equalBytes, sha256 } from "../../core/signing/hash.ts";
import { environment } from "../node/environment.ts";
import type { VercelFunction } from "./function.ts";

export interface CronOptions {
  /** Default: `CRON_SECRET`, which Vercel sends as a bearer token with every cron request. */
  readonly secret?: string | undefined;
}

/** A function for a cron of vercel.json: calls `maintain` where no process lives long enough for a timer. */
export function toVercelCron(
  handbill: Handbill | Promise<Handbill>,
  options: CronOptions = {},
): VercelFunction {
  return {
    async fetch(request) {
      const secret = options.secret ?? environment("CRON_SECRET");
      if (!secret)
        return plain(503, "Set CRON_SECRET in the project's environment variables and deploy again.");
      if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${secret}`)) {
        return plain(401, "Send the project's CRON_SECRET as a bearer token.");
      }
      try {
        await (await handbill).maintain();
      } catch {
        return plain(503, "The store cannot be reached; the next run takes up what is left.");
      }
      return plain(200, "ok");
    },
  };
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { "cache-control": "no-store" } });
}

// Digests have one length, and are compared in constant time: how long it takes says nothing about the secret.
function isSame(given: string, expected: string): boolean {
  const encoder = new TextEncoder();
  return equalBytes(sha256(encoder.encode(given)), sha256(encoder.encode(expected)));
}
