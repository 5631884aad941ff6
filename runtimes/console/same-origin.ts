import type { HttpRequest } from "../../core/contract/http.ts";

/**
 * Whether a form was sent by a page of the console itself. Browsers send Origin with every POST, and Sec-Fetch-Site where
 * they know it; both must agree. The origin is that of the base URL, or, by the same scheme, the host that the browser talks to.
 */
export function isSameOrigin(request: HttpRequest, baseUrl: string): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  const origin = request.header("origin");
  if (origin === undefined || !URL.canParse(origin)) return false;
  const own = new URL(baseUrl);
  const { protocol, host } = new URL(origin);
  return origin === own.origin || (protocol === own.protocol && host === hostOf(request));
}

function hostOf(request: HttpRequest): string | undefined {
  const host = request.header("host");
  if (host !== undefined) return host;
  return URL.canParse(request.target) ? new URL(request.target).host : undefined;
}
