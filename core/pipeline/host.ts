import type { HttpRequest } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";

type BadHost = Problem & { readonly problem: "invalid_request" };

/** RFC 3986 §3.2.2 and §3.2.3, without the comma: it is where two headers were joined. */
const host = /^(?:\[[0-9A-Za-z:.%_~-]+\]|[A-Za-z0-9._~!$&'()*+;=%-]+)(?::\d{0,5})?$/;

/**
 * RFC 9112 §3.2: a message with no Host header, several of them or a malformed one is answered 400, because a proxy in front
 * may have read another one. A request that was made in process needs no Host header.
 */
export function checkHost(request: Pick<HttpRequest, "header">): BadHost | undefined {
  const given = request.header("host");
  return given === undefined || host.test(given) ? undefined : badHost;
}

const badHost: BadHost = {
  problem: "invalid_request",
  detail: "Send exactly one Host header, with a host name and at most a port.",
};
