import type { HttpRequest } from "../../../core/contract/http.ts";

/** A request without a body, as a runtime hands it over. */
export function request(
  fields: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly from?: string | undefined;
    readonly target?: string;
  } = {},
): HttpRequest {
  const headers = new Map(Object.entries(fields.headers ?? {}));
  return {
    method: "POST",
    target: fields.target ?? "/api/v1/web/ads",
    header: (name) => headers.get(name),
    readBody: async () => new Uint8Array(0),
    clientAddress: fields.from,
  };
}
