import { sessionLifetimeMs } from "./session.ts";

/**
 * `__Host-` (RFC 6265bis): set by this host only, over https, for all of its paths. Plain http, for local use, does not
 * allow it.
 */
function cookieName(isHttps: boolean): string {
  return isHttps ? "__Host-handbill-console" : "handbill-console";
}

export function readCookie(header: string | undefined, isHttps: boolean): string | undefined {
  const name = cookieName(isHttps);
  for (const part of (header ?? "").split(";")) {
    const [own = "", ...rest] = part.trim().split("=");
    if (own === name) return rest.join("=");
  }
  return undefined;
}

/** Writes the cookie header. `undefined` ends the session in this browser. */
export function writeCookie(value: string | undefined, isHttps: boolean): string {
  const maxAge = value === undefined ? 0 : sessionLifetimeMs / 1_000;
  return [
    `${cookieName(isHttps)}=${value ?? ""}`,
    "Path=/",
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isHttps ? ["Secure"] : []),
  ].join("; ");
}
