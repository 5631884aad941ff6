/** The names of endpoints in the access log and in metrics. */
const names: ReadonlyMap<string, string> = new Map([
  ["/api/v1/web/ads", "ads"],
  ["/api/v1/web/ads/batch", "ads_batch"],
  ["/api/v1/web/seen", "seen"],
  ["/api/v1/web/interact", "interact"],
  ["/api/v1/web/report", "report"],
  ["/api/v1/ad", "bot"],
  ["/livez", "health"],
  ["/readyz", "health"],
]);

/** The name of the endpoint of a path. A path may hold a token and is not bounded; a name is one of few. */
export function endpointName(path: string | undefined): string {
  if (path === undefined) return "unknown";
  const name = names.get(path);
  if (name !== undefined) return name;
  if (path.startsWith("/api/v1/click/")) return "click";
  return path.startsWith("/api/v1/pages/") ? "page" : "unknown";
}
