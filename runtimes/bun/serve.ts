import type { Handbill } from "../../core/handbill.ts";
import {
  checkedPort,
  hostnameOf,
  httpUrl,
  type RunningServer,
  readyToServe,
  runningServer,
  type ServableInstallation,
  type ServeOptions,
} from "../server-lifecycle.ts";
import { runtime } from "./runtime.ts";

/** Serves a handbill or an installation with Bun.serve. Rejects when the port is in use, and with a RangeError when it is invalid. */
export async function serve(
  served: Handbill | ServableInstallation,
  options: ServeOptions,
): Promise<RunningServer> {
  const wanted = checkedPort(options);
  const hostname = hostnameOf(options);
  const installation = await readyToServe(served, options);
  const { handbill } = installation;
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
  return runningServer(installation, url, options, () => server.stop(false));
}
