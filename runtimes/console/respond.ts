import type { HttpResponse } from "../../core/contract/http.ts";
import { type Html, writeHtml } from "./html.ts";

/** Allows only the console's own scripts, styles and pictures; with `media` pictures and videos of any https host. */
function policyOf(media: string): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src 'self'${media} data:`,
    `media-src 'self'${media}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}
const policy = policyOf("");
/** The policy of pages that show creatives. */
export const mediaPolicy: string = policyOf(" https:");

const always = {
  "content-security-policy": policy,
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
};

export function respond(
  page: Html,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { ...always, "content-type": "text/html; charset=utf-8", ...headers },
    body: writeHtml(page),
  };
}

/** `location` may be relative (RFC 9110 §10.2.2). */
export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: 303, headers: { ...always, location, ...headers }, body: "" };
}

export function respondJson(json: unknown, status = 200): HttpResponse {
  return {
    status,
    headers: { ...always, "content-type": "application/json" },
    body: JSON.stringify(json),
  };
}
