import { decodeSegment } from "../../core/management/decode-segment.ts";
import type { PageRoute } from "./page-context.ts";

export type Found =
  | { readonly found: "page"; readonly route: PageRoute; readonly ids: Readonly<Record<string, string>> }
  | { readonly found: "other method"; readonly allow: string }
  | { readonly found: "nothing" };

/** Finds the page at a path below `/console/`. */
export function findPage(routes: readonly PageRoute[], method: string, path: string): Found {
  const wanted = method === "HEAD" ? "GET" : method;
  const parts = path.split("/");
  const allowed = new Set<string>();
  for (const route of routes) {
    const ids = matchPath(route.path.split("/"), parts);
    if (ids === undefined) continue;
    if (route.method === wanted) return { found: "page", route, ids };
    allowed.add(route.method === "GET" ? "GET, HEAD" : route.method);
  }
  return allowed.size === 0
    ? { found: "nothing" }
    : { found: "other method", allow: [...allowed].join(", ") };
}

function matchPath(
  pattern: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, own] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (!own.startsWith(":")) {
      if (own !== part) return undefined;
      continue;
    }
    const id = decodeSegment(part);
    if (id === undefined || id === "") return undefined;
    // The names come from the patterns, never from a request.
    ids[own.slice(1)] = id;
  }
  return ids;
}
