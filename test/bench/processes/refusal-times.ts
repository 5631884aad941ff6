import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { quantile } from "../overload/open-loop.ts";

/**
 * Times of the 503 answers of this process, from the read that brought the request to the write of the answer. The returned
 * function returns their 99th percentile in milliseconds and forgets them.
 */
export function watchRefusals(): () => number {
  const startedAt = new WeakMap<IncomingMessage, number>();
  let times: number[] = [];
  subscribe("http.server.request.start", (message) => {
    if (isExchange(message)) startedAt.set(message.request, performance.now());
  });
  subscribe("http.server.response.finish", (message) => {
    if (!isExchange(message) || message.response.statusCode !== 503) return;
    times.push(performance.now() - (startedAt.get(message.request) ?? 0));
  });
  return () => {
    const p99 = quantile(times, 0.99);
    times = [];
    return p99;
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function isExchange(message: unknown): message is Exchange {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}
