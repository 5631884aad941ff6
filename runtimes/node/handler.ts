import type { Handbill } from "../../core/handbill.ts";
import type { HttpRequest } from "../../core/pipeline/http.ts";
import type { NodeRequest, NodeResponse } from "./message.ts";
import { readBody } from "./read-body.ts";
import { writeResponse } from "./write-response.ts";

export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * A listener for node:http, and middleware for Express and what resembles it. Requests that are not ours go to
 * `next`; without one they are answered 404.
 */
export function toNodeHandler(handbill: Handbill): NodeHandler {
  return (request, response, next) => {
    const exchange = toHttpRequest(request);
    if (next !== undefined && !handbill.handles(exchange.target)) return next();
    handbill
      .answer(exchange)
      .then((answer) => writeResponse(request, response, answer))
      .catch((error: unknown) => (next === undefined ? response.destroy() : next(error)));
  };
}

// A web Request costs more on Node than everything that is done to it afterwards, so there is none.
function toHttpRequest(request: NodeRequest): HttpRequest {
  return {
    method: request.method ?? "GET",
    target: request.originalUrl ?? request.url ?? "/",
    header(name) {
      const value = request.headers[name];
      return typeof value === "object" ? value.join(", ") : value;
    },
    readBody: (maxBytes) => readBody(request, maxBytes),
    clientAddress: request.socket.remoteAddress,
  };
}
