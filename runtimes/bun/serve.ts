import type { Handbill } from "../../core/handbill.ts";
import {
  checkedPort,
  hostnameOf,
  httpUrl,
  type RunningServer,
  runningServer,
  type ServeOptions,
} from "../server-lifecycle.ts";
import { runtime } from "./runtime.ts";

/** Serves a handbill with Bun.serve. Rejects when the port is in use, and with a RangeError when it is invalid. */
export async function serve(handbill: Handbill, options: ServeOptions): Promise<RunningServer> {
  const wanted = checkedPort(options);
  const hostname = hostnameOf(options);
  const server = runtime().serve({
    port: wanted,
    hostname,
    development: false,
    // Bun answers larger bodies itself with its own 413. The pipeline limits bodies while they stream.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request, own) =>
      handbill.fetch(request, {
        clientAddress: own.requestIP(request)?.address,
        requiresHost: true,
        answersHealth: true,
      }),
  });
  const url = httpUrl(hostname, server.port ?? wanted);
  return runningServer(handbill, url, options.maintainEveryMs, () => server.stop(false));
}
