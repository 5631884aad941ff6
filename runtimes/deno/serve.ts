import type { Handbill } from "../../core/handbill.ts";
import { checkedPort, httpUrl, type RunningServer, runningServer, type ServeOptions } from "../long-lived.ts";
import { runtime } from "./runtime.ts";

/**
 * Serves a handbill over Deno.serve (`--allow-net=127.0.0.1`). Rejects when the port cannot be had, with a RangeError when
 * it is no port.
 */
export async function serve(handbill: Handbill, options: ServeOptions): Promise<RunningServer> {
  const wanted = checkedPort(options);
  const hostname = options.hostname ?? "127.0.0.1";
  const server = runtime().serve({ port: wanted, hostname, onListen: () => {} }, async (request, info) =>
    isHost(request.headers.get("host") ?? "")
      ? handbill.fetch(request, { clientAddress: info.remoteAddr.hostname })
      : new Response(null, { status: 400 }),
  );
  const url = httpUrl(hostname, server.addr.port);
  return runningServer(handbill, url, options.maintainEveryMs, () => server.shutdown());
}

/** Deno 2.9 puts the header into the request's URL as it came: a `/`, `?` or `#` in it would choose the path. */
function isHost(header: string): boolean {
  return !/[/?#\\@\s]/.test(header);
}
