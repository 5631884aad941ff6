const base = "/api/v1/";
const health = ["/livez", "/readyz"];
/** contract.md §4, and the built-in pages that its answers link to. */
const ours = /^\/api\/v1\/(?:web\/|ad\/?$|click\/|pages\/)/;

/**
 * The path below which the contract's begin, whatever prefix a host has mounted us under (some hosts strip it, some
 * do not); `undefined` for a path without any.
 */
export function ownPath(target: string): string | undefined {
  const path = pathOf(target);
  const start = path.lastIndexOf(base);
  if (start >= 0) return path.slice(start);
  return health.find((end) => path.endsWith(end));
}

/** Whether a path is one that we answer; a host passes on what is not. */
export function isOurs(target: string): boolean {
  const path = ownPath(target);
  return path !== undefined && (health.includes(path) || ours.test(path));
}

/** The path of a URL or of a request's target, without query and fragment. */
export function pathOf(target: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  return path.replace(/[?#].*$/s, "");
}
