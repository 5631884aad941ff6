import { toBase64Url } from "../signing/base64url.ts";
import { sha256 } from "../signing/hash.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Creative, CreativeVersion } from "./entities.ts";

const idBytes = 16;

/** The version of a creative. Its id is a digest of the content; the order of keys has no effect. */
export function versionCreative(creative: Creative): CreativeVersion {
  const digest = sha256(new TextEncoder().encode(canonicalJson(creative)));
  return { versionId: toBase64Url(digest.slice(0, idBytes)), creative };
}
