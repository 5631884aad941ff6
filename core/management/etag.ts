import { canonicalJson } from "../catalog/canonical-json.ts";
import { toBase64Url } from "../signing/base64url.ts";
import { sha256 } from "../signing/hash.ts";

const digestBytes = 15;

/** The version of an entity, for If-Match. Equal entities have equal ETags. */
export function etagOf(entity: object): string {
  const digest = sha256(new TextEncoder().encode(canonicalJson(entity)));
  return `"${toBase64Url(digest.slice(0, digestBytes))}"`;
}
