import type { HttpRequest } from "../contract/http.ts";
import type { LinkReason } from "./judgement.ts";

/** A fetch of a link that fetches nothing for anybody to see (contract.md §4.5). */
export function fetchedAhead(request: HttpRequest): Exclude<LinkReason, "no_navigation"> | undefined {
  if (request.method === "HEAD") return "head";
  return purposes.some((name) => /prefetch|prerender|preview/i.test(request.header(name) ?? ""))
    ? "prefetch"
    : undefined;
}

const purposes: readonly string[] = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/**
 * Whether the request may be a person's, who opens a page: as the browser itself marks it (Fetch Metadata, W3C). Its
 * values are tokens, which have one spelling. Plain http, Safari before 16.4 and several in-app browsers send none.
 */
export function isNavigation(request: HttpRequest): boolean {
  const read = (name: string): string | undefined => request.header(name)?.trim();
  const [destination, mode] = [read("sec-fetch-dest"), read("sec-fetch-mode")];
  // A frame also navigates by itself.
  if (destination === "iframe" || destination === "frame") {
    return mode === "navigate" && read("sec-fetch-user") === "?1";
  }
  return (destination ?? "document") === "document" && (mode ?? "navigate") === "navigate";
}
