import type { HttpRequest } from "../../core/contract/http.ts";

/**
 * Whether a page of the console sent a form. Browsers send Origin with every POST, and newer ones Sec-Fetch-Site; both
 * must agree. The origin must be that of the base URL, or the request's own host with the same scheme.
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
