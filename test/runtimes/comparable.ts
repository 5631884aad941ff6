import type { RawAnswer } from "./exchange.ts";

/** Written by servers, proxies and frameworks: framing, connection and their own marks. */
const notOurs = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "server",
  "transfer-encoding",
  "vary",
  "x-powered-by",
]);

/** The part of an answer that must be the same everywhere: without the values that differ between requests. */
export interface Comparable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function comparable(answer: RawAnswer): Comparable {
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !notOurs.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    status: answer.status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, withoutIds(value)])),
    body: withoutIds(answer.body),
  };
}

/** Ids, signatures and instants, by their shape (tokens of 22, 24, 28 and 44 characters, UUIDs, ISO 8601). */
function withoutIds(text: string): string {
  return text
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>")
    .replace(/(?<![\w-])[\w-]{22}(?:[\w-]{2}|[\w-]{6}|[\w-]{22})?(?![\w-])/g, "<id>")
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, "<uuid>");
}
