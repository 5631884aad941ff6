import { decodeSegment } from "../../core/management/decode-segment.ts";

/** The path of a page: letters, digits and the characters of ids, escaped or not. */
const pagePath = /^[a-z][a-z0-9-]*(?:\/[\w.:%-]+)*$/i;

/** An arbitrary base against which paths are resolved. */
const root = "http://console.invalid/prefix/console/";

const maxDecodings = 5;

/**
 * Whether a path below `/console/` stays inside the console, however browsers and proxies resolve it. Recognises dots,
 * backslashes and slashes in every encoding.
 */
export function isConsolePath(path: string): boolean {
  if (!pagePath.test(path) || !URL.canParse(path, root)) return false;
  const { href } = new URL(path, root);
  return href === root + path && path.split("/").every(isPlain);
}

/** Whether a segment stays a single segment other than `.` and `..`, however often it is decoded. */
function isPlain(segment: string): boolean {
  let text = segment;
  for (let count = 0; count < maxDecodings; count++) {
    if (/^\.{1,2}$|[/\\]|\p{Cc}/u.test(text)) return false;
    const decoded = decodeSegment(text);
    if (decoded === text) return true;
    if (decoded === undefined) return false;
    text = decoded;
  }
  return false;
}
