import type { Management } from "../../../core/management/management.ts";
import { checkExchange, type Exchange, operationOf } from "./check-answer.ts";

/** Throws with all that differs from `/openapi.json`. */
export function expectDeclared(exchange: Exchange): void {
  const faults = checkExchange(exchange);
  if (faults.length === 0) return;
  const { method, target, status } = exchange;
  throw new Error(`${method} ${target} ${status} is not as declared: ${faults.join("; ")}`);
}

/**
 * The same, but every exchange with the API is held against `/openapi.json`: a call rejects with all that differs. `heard` is
 * told each exchange.
 */
export function describedManagement(
  management: Management,
  heard: (exchange: Exchange) => void = () => {},
): Management {
  const check = (exchange: Exchange): void => {
    expectDeclared(exchange);
    heard(exchange);
  };
  return {
    ...management,
    fetch: async (request, connection) => {
      if (operationOf({ method: request.method, target: request.url }) === undefined) {
        return management.fetch(request, connection);
      }
      const copy = request.clone();
      const response = await management.fetch(request, connection);
      check({
        method: request.method,
        target: request.url,
        requestHeader: (name) => request.headers.get(name) ?? undefined,
        requestBody: response.ok ? await copy.text() : "",
        status: response.status,
        headers: response.headers,
        body: await response.clone().text(),
      });
      return response;
    },
    answer: async (request) => {
      let requestBody = "";
      const response = await management.answer({
        ...request,
        header: (name) => request.header(name),
        readBody: async (maxBytes) => {
          const bytes = await request.readBody(maxBytes);
          if (bytes !== "too_large") requestBody = new TextDecoder().decode(bytes);
          return bytes;
        },
      });
      check({
        method: request.method,
        target: request.target,
        requestHeader: (name) => request.header(name),
        requestBody,
        status: response.status,
        headers: new Headers(response.headers),
        body: response.body,
      });
      return response;
    },
  };
}
