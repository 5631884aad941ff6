import type { HttpRequest } from "../../core/contract/http.ts";
import type { Handbill } from "../../core/handbill.ts";
import { handbillOf, type Mounted } from "../mounted.ts";
import { createConnections } from "./connections.ts";
import type { NodeRequest, NodeResponse } from "./message.ts";
import { readBody } from "./read-body.ts";
import { writeRefusal, writeResponse } from "./write-response.ts";

/** A request listener of node:http, which is also a middleware of Express and Connect. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * A listener for node:http, and middleware for Express and similar frameworks, of a handbill or an installation. Requests for other paths than the service's go
 * to `next`; without `next` they are answered 404. Mounted below a path, it answers requests below that path or the path of the
 * base URL.
 */
export function toNodeHandler(mounted: Mounted): NodeHandler {
  return handlerOf(handbillOf(mounted), undefined);
}

/** A listener for a server that has no pages of its own: `/livez` and `/readyz` are answered too. */
export function toServerHandler(handbill: Handbill): NodeHandler {
  return handlerOf(handbill, true);
}

function handlerOf(handbill: Handbill, answersHealth: boolean | undefined): NodeHandler {
  const connections = createConnections();
  const begin = (
    exchange: HttpRequest,
    [request, response, next]: Parameters<NodeHandler>,
    end: () => void,
  ): void => {
    handbill
      .answer(exchange)
      .then((answer) => writeResponse(request, response, answer))
      .catch((error: unknown) => (next === undefined ? response.destroy() : next(error)))
      .then(end);
  };
  /** Under overload most requests end here, so nothing is made of them. */
  const isRefused = (target: string, request: NodeRequest, response: NodeResponse): boolean => {
    const line = { method: request.method ?? "GET", target, answersHealth };
    const refusal = handbill.refuse(
      line,
      request.socket.remoteAddress,
      connections.hasWaited(request.socket),
    );
    if (refusal !== undefined) writeRefusal(request, response, refusal);
    return refusal !== undefined;
  };
  return (request, response, next) => {
    const target = targetOf(request, handbill);
    if (next !== undefined && !handbill.handles(target)) return next();
    const isFirst = response.socket !== null;
    if (isFirst && isRefused(target, request, response)) {
      connections.refused(request.socket);
      return;
    }
    connections.begin(request.socket, (end) => {
      const answered = isFirst ? end : () => whenSent(response, end);
      if (!isFirst && isRefused(target, request, response)) return answered();
      begin(toHttpRequest(request, target, answersHealth), [request, response, next], answered);
    });
  };
}

/**
 * Answers that the client does not read stay in memory, so those of a connection with several requests count until they
 * are sent.
 */
function whenSent(response: NodeResponse, then: () => void): void {
  if (response.writableFinished || response.destroyed) then();
  else response.once("close", then);
}

// No web Request is made: on Node it costs more than the rest of the work on the request.
function toHttpRequest(
  request: NodeRequest,
  target: string,
  answersHealth: boolean | undefined,
): HttpRequest {
  return {
    method: request.method ?? "GET",
    target,
    header(name) {
      if (name === "host") return hostOf(request);
      const value = request.headers[name];
      return typeof value === "object" ? value.join(", ") : value;
    },
    readBody: (maxBytes) => readBody(request, maxBytes),
    clientAddress: request.socket.remoteAddress,
    answersHealth,
  };
}

/**
 * Express removes the path of a mount from `url` and keeps the whole path in another field. The whole path counts if the mount is
 * the path of the base URL, or a part of the service's paths (`/api/v1`).
 */
function targetOf({ url = "/", originalUrl = url }: NodeRequest, handbill: Handbill): string {
  return originalUrl === url || handbill.handles(originalUrl) ? originalUrl : url;
}

/**
 * All Host headers, as other headers of one name are joined: node:http shows the first of them only, unless its option
 * joinDuplicateHeaders is set. HTTP/2 has `:authority` instead. A stand-in for a message may lack rawHeaders.
 */
function hostOf({ headers, rawHeaders }: NodeRequest): string | undefined {
  const hosts = (rawHeaders ?? []).filter(
    (_, index, all) => index % 2 === 1 && isHostName(all[index - 1] ?? ""),
  );
  if (hosts.length > 0) return hosts.join(", ");
  const shown = headers["host"] ?? headers[":authority"];
  const host = typeof shown === "object" ? shown.join(", ") : shown;
  return host ?? (rawHeaders === undefined ? undefined : "");
}

function isHostName(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}
