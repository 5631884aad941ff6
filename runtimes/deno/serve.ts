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

/**
 * Serves a handbill or an installation with Deno.serve (`--allow-net=127.0.0.1`). Rejects when the port is in use, and with a RangeError
 * when it is invalid.
 */
export async function serve(
  served: Handbill | ServableInstallation,
  options: ServeOptions,
): Promise<RunningServer> {
  const wanted = checkedPort(options);
  const hostname = hostnameOf(options);
  // Deno asks a person for the permission to read a variable.
  const installation = await readyToServe(served, { production: false, ...options });
  const { handbill } = installation;
  const server = runtime().serve({ port: wanted, hostname, onListen: () => {} }, (request, info) =>
    handbill.fetch(request, {
      clientAddress: info.remoteAddr.hostname,
      requiresHost: true,
      answersHealth: true,
    }),
  );
  const url = httpUrl(hostname, server.addr.port);
  return runningServer(installation, url, options, () => server.shutdown());
}
