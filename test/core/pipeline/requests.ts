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

const encoder = new TextEncoder();
const browserHeaders = new Map([
  ["content-type", "application/json"],
  ["host", "ads.example"],
  ["origin", "https://shop.example"],
  ["user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
]);

/** A POST of a person's browser on the platform of the fixtures. */
export function browserPost(target: string, body: object, clientAddress: string | undefined): HttpRequest {
  const bytes = encoder.encode(JSON.stringify(body));
  return {
    method: "POST",
    target,
    clientAddress,
    header: (name) => browserHeaders.get(name),
    readBody: async () => bytes,
  };
}
