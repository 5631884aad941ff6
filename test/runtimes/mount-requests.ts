import { gzipSync } from "node:zlib";
import { defaultBaseUrl } from "./app.ts";
import type { RawRequest } from "./exchange.ts";
import { demoSeed } from "./seed.ts";
import { prefix } from "./targets.ts";

export const ads = "/api/v1/web/ads";
const unknown = "/api/v1/web/nothing";
const { seed, liveKey } = demoSeed(defaultBaseUrl);
/** A site that may ask for ads. */
export const site: string = seed.catalog.platforms.flatMap(({ allowedOrigins }) => allowedOrigins)[0] ?? "";
export const env: Readonly<Record<string, string>> = {
  HANDBILL_TEST_SEED: JSON.stringify(seed),
  HANDBILL_BASE_URL: `${defaultBaseUrl}${prefix}`,
};
const json = { "content-type": "application/json" };
export const serverHeaders: Readonly<Record<string, string>> = {
  ...json,
  authorization: `Bearer ${liveKey}`,
};
export const adRequest = { platform_id: "pf_demo", visitor_id: "visitor-0123456789" };
export const testRequest = (format: string): RawRequest => ({
  method: "POST",
  path: ads,
  headers: serverHeaders,
  body: JSON.stringify({ ...adRequest, test: true, test_format: format }),
});
const tooLarge = JSON.stringify({ ...adRequest, padding: "x".repeat(64 * 1024) });

/** What shows that a host passes requests and answers on unchanged. */
export const requests: Readonly<Record<string, RawRequest>> = {
  "a liveness check": { method: "GET", path: "/livez" },
  "a readiness check": { method: "GET", path: "/readyz" },
  "a HEAD request": { method: "HEAD", path: "/livez" },
  "an unknown path": { method: "GET", path: unknown },
  "an unknown path with a body": { method: "POST", path: unknown, headers: json, body: "{}" },
  "a body in an encoding": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-encoding": "gzip" },
    body: gzipSync(JSON.stringify(adRequest)),
  },
  "a body that is not in its encoding": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-encoding": "br" },
    body: JSON.stringify(adRequest),
  },
  "a wrong method": { method: "GET", path: ads },
  "a wrong method with a body": { method: "PUT", path: ads, headers: json, body: "{}" },
  "a preflight": {
    method: "OPTIONS",
    path: ads,
    headers: { origin: "https://site.example", "access-control-request-method": "POST" },
  },
  "a body over 64 KiB": { method: "POST", path: ads, headers: serverHeaders, body: tooLarge },
  "a body over 64 KiB in chunks": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: tooLarge,
    chunked: true,
  },
  "a body over 1 MiB in chunks": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: tooLarge + " ".repeat(1_200_000),
    chunked: true,
  },
  "a body in chunks": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: JSON.stringify({ ...adRequest, test: true }),
    chunked: true,
  },
  "malformed JSON": { method: "POST", path: ads, headers: serverHeaders, body: '{"platform_id": ' },
  "JSON that is not an object": { method: "POST", path: ads, headers: serverHeaders, body: '"text"' },
  "invalid UTF-8": {
    method: "POST",
    path: ads,
    headers: serverHeaders,
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  },
  "an empty body": { method: "POST", path: ads, headers: serverHeaders, body: "" },
  "another content type": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-type": "text/plain" },
    body: JSON.stringify(adRequest),
  },
  "an unknown content type": {
    method: "POST",
    path: ads,
    headers: { ...serverHeaders, "content-type": "application/x-unknown" },
    body: JSON.stringify(adRequest),
  },
  "no key": { method: "POST", path: ads, headers: json, body: JSON.stringify(adRequest) },
  "a click that nobody issued": { method: "GET", path: `/api/v1/click/${"A".repeat(44)}` },
  "a request for a test text": testRequest("text"),
  "a request for a test quiz": testRequest("quiz"),
};
