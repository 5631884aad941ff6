import { consoleLog, describeError } from "../../core/log.ts";
import { isOutage } from "../../core/outage.ts";
import { equalBytes, sha256 } from "../../core/signing/hash.ts";
import { handbillOf, type Mounted } from "../mounted.ts";
import { environment } from "../node/environment.ts";
import type { VercelFunction } from "./function.ts";

/** The options of {@link toVercelCron}. */
export interface CronOptions {
  /** The bearer token that the function accepts. Default: `CRON_SECRET`, which Vercel sends with every cron request. */
  readonly secret?: string | undefined;
}

/**
 * A function for a cron job of vercel.json, of a handbill or an installation. It calls `maintain`, because no process lives long enough for
 * a timer. A failure is answered 503 and logged (`maintenance-failed`).
 */
export function toVercelCron(mounted: Mounted | Promise<Mounted>, options: CronOptions = {}): VercelFunction {
  return {
    async fetch(request) {
      const secret = options.secret ?? environment("CRON_SECRET");
      if (!secret)
        return plain(503, "Set CRON_SECRET in the project's environment variables and deploy again.");
      if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${secret}`)) {
        return plain(401, "Send the project's CRON_SECRET as a bearer token.");
      }
      try {
        await handbillOf(await mounted).maintain();
      } catch (error) {
        const message = "Maintenance failed. The next run does the remaining work.";
        consoleLog({ level: "error", code: "maintenance-failed", message, error: describeError(error) });
        return isOutage(error)
          ? plain(503, "The store is unreachable; the next run does the remaining work.")
          : plain(503, "Maintenance failed; the log shows the reason.");
      }
      return plain(200, "ok");
    },
  };
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { "cache-control": "no-store" } });
}

// Compares digests of equal length in constant time, so that the time reveals nothing about the secret.
function isSame(given: string, expected: string): boolean {
  const encoder = new TextEncoder();
  return equalBytes(sha256(encoder.encode(given)), sha256(encoder.encode(expected)));
}
