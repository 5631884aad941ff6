import { platformIds, site } from "./catalog.ts";
import { bearer, browser, type HeaderFields, server } from "./client.ts";
import { contractKeys } from "./keys.ts";

/** A caller that must be refused on a platform, and how (§5). */
export interface Refusal {
  readonly name: string;
  readonly headers: HeaderFields;
  readonly platform: string;
  readonly status: 400 | 401 | 403;
  readonly code: string;
}

const { main, disabled, foreign } = platformIds;
const platforms: readonly string[] = [main, disabled, foreign, "pf_nowhere", "__proto__"];
const { live } = contractKeys;

/** Keys that are missing or invalid: 401 on every platform. */
const invalidKeys: Readonly<Record<string, HeaderFields>> = {
  "no credentials": {},
  "an empty Authorization": { authorization: "" },
  "the word Bearer alone": { authorization: "Bearer" },
  "a key without a scheme": { authorization: live.key },
  "a key under another scheme": { authorization: `Basic ${live.key}` },
  "two keys": { authorization: `Bearer ${live.key} ${live.key}` },
  "two keys with a comma": { authorization: `Bearer ${live.key}, Bearer ${live.key}` },
  "a key after two spaces": { authorization: `Bearer  ${live.key}` },
  "a malformed key": bearer("hb_live_short"),
  "a key of another mode": bearer(live.key.replace("hb_live_", "hb_test_")),
  "a key in other letters": bearer(live.key.toUpperCase()),
  "a key with a letter more": bearer(`${live.key}A`),
  "a key with a letter less": bearer(live.key.slice(0, -1)),
  "a key with a wrong checksum": bearer(live.key.slice(0, -1) + (live.key.endsWith("A") ? "B" : "A")),
  "a key with a changed secret": bearer(
    live.key.slice(0, 20) + (live.key[20] === "x" ? "y" : "x") + live.key.slice(21),
  ),
  "the id of a key": bearer(live.record.id),
  "the stored hash of a key": bearer(live.record.hash),
  "__proto__ as a key": bearer("__proto__"),
  "a well-formed key that nobody has": bearer(contractKeys.unknown.key),
  "a revoked key": bearer(contractKeys.revoked.key),
};

/** Site addresses that the main platform does not allow: 403. */
export const foreignOrigins: readonly string[] = [
  "https://other.example",
  "http://site.example",
  "https://site.example:8443",
  "https://SITE.example",
  "https://site.example/",
  "https://site.example/path",
  "https://sub.site.example",
  "https://site.example.evil.example",
  "https://evil-site.example",
  "https://evil.example/https://site.example",
  "https://site.example@evil.example",
  "https://site.example, https://site.example",
  "https://apps.example",
  "https://evilapps.example",
  "https://.apps.example",
  "https://*.apps.example",
  "http://a.apps.example",
  "https://a.apps.example:8443",
  "https://a.apps.example.evil.example",
  "https://evil.example/.apps.example",
  "https://evil.example?.apps.example",
  "https://evil.example#.apps.example",
  "http://localhost:3001",
  "http://localhost",
  "chrome-extension://abcdefgh",
  "file://",
  "null",
  "*",
  "__proto__",
];

/** Site addresses that the main platform allows. */
export const allowedOrigins: readonly string[] = [
  site,
  "https://a.apps.example",
  "https://a.b.apps.example",
  "https://xn--bcher-kva.apps.example",
  "https://my_app.apps.example",
  "http://localhost:3000",
];

export const refusals: readonly Refusal[] = [
  ...Object.entries(invalidKeys).flatMap(([name, headers]) =>
    platforms.map((platform) => ({ name, headers, platform, status: 401 as const, code: "unauthorized" })),
  ),
  ...foreignOrigins.map((origin) => ({
    name: `the origin ${origin}`,
    headers: { origin },
    platform: main,
    status: 403 as const,
    code: "origin_not_allowed",
  })),
  refusal("an allowed site", browser, foreign, 403, "origin_not_allowed"),
  refusal("an allowed site", browser, disabled, 403, "platform_unavailable"),
  refusal("an allowed site", browser, "pf_nowhere", 403, "platform_unavailable"),
  refusal("an allowed site", browser, "__proto__", 403, "platform_unavailable"),
  refusal("a live key", server, disabled, 403, "platform_unavailable"),
  refusal("a live key", server, foreign, 403, "foreign_key"),
  refusal("a live key", server, "pf_nowhere", 403, "platform_unavailable"),
  refusal("a live key", server, "constructor", 403, "platform_unavailable"),
  refusal("a test key", bearer(contractKeys.test.key), foreign, 403, "foreign_key"),
  refusal("a test key", bearer(contractKeys.test.key), disabled, 403, "platform_unavailable"),
  refusal("another publisher's key", bearer(contractKeys.foreign.key), main, 403, "foreign_key"),
  refusal("another publisher's key", bearer(contractKeys.foreign.key), disabled, 403, "foreign_key"),
  ...platforms.map((platform) =>
    refusal("an allowed site and a live key", { ...browser, ...server }, platform, 400, "invalid_request"),
  ),
  refusal("a foreign site and a wrong key", { origin: "null", ...bearer("x") }, main, 400, "invalid_request"),
];

function refusal(
  name: string,
  headers: HeaderFields,
  platform: string,
  status: Refusal["status"],
  code: string,
): Refusal {
  return { name, headers, platform, status, code };
}
