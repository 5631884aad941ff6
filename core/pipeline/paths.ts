import { type ConfigurationOptions, readBaseUrl } from "../configuration.ts";
import type { HttpRequest } from "../contract/http.ts";
import { setVariables } from "../environment.ts";

/** The beginning of every path of the service, below the prefix. */
const base = "/api/v1/";
const health: ReadonlySet<string> = new Set(["/livez", "/readyz"]);
/** contract.md §4, and the built-in pages that its answers link to. */
const ours = /^\/api\/v1\/(?:web\/|ad$|click\/|pages\/)/;

/** The path of a request without the prefix; `undefined` for a path of the host. */
export type FindPath = (request: Pick<HttpRequest, "target" | "answersHealth">) => string | undefined;

/**
 * The path without the prefix of the base URL, which some hosts strip and some keep. `undefined` for any other path, such as
 * one below a folder of the host. `prefix` has no slash at its end. Health endpoints belong to the service only with `hasHealth`.
 */
export function servicePath(target: string, prefix = "", hasHealth = false): string | undefined {
  return pathsBelow(target, prefix).find((path) => path.startsWith(base) || (hasHealth && health.has(path)));
}

/** The paths that may name the same page: the path without the prefix, if it has one, and the path itself. */
export function pathsBelow(target: string, prefix: string): readonly string[] {
  const path = pathOf(target);
  return prefix !== "" && path.startsWith(`${prefix}/`) ? [path.slice(prefix.length), path] : [path];
}

/** Whether a path is an endpoint of the service. A host handles all other paths. */
export function isServicePath(target: string, prefix = "", hasHealth = false): boolean {
  const path = servicePath(target, prefix, hasHealth);
  return path !== undefined && (health.has(path) || ours.test(path));
}

/**
 * Reads the path of the base URL, without a slash at its end, when first asked. Empty while no base URL can be read; it is
 * read again until there is one. Never throws.
 */
export function createPrefix({ baseUrl, env }: Pick<ConfigurationOptions, "baseUrl" | "env">): () => string {
  let known: string | undefined;
  return () => {
    if (known !== undefined) return known;
    const url = readSafely(() => readBaseUrl(baseUrl ?? setVariables(env)("HANDBILL_BASE_URL")));
    if (url === undefined) return "";
    known = new URL(url).pathname.replace(/\/+$/, "");
    return known;
  };
}

/** Deno throws when a variable may not be read; the answer to a request then says that the service is not set up. */
function readSafely(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The path of a URL or of a request's target, without query and fragment. */
export function pathOf(target: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  return path.replace(/[?#].*$/s, "");
}
