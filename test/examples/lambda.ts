import { handbill } from "./shared.ts";

/** An event of a function URL, or of an HTTP API (payload version 2.0). */
export interface LambdaEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: {
    readonly http: { readonly method: string; readonly sourceIp: string };
  };
}

export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function handler(event: LambdaEvent): Promise<LambdaResult> {
  const { method, sourceIp } = event.requestContext.http;
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const url = new URL(`${event.rawPath}?${event.rawQueryString}`, `https://${event.headers["host"]}`);
  const body = method === "GET" || method === "HEAD" ? null : bytes;
  const work: Promise<unknown>[] = [];
  const response = await handbill.fetch(new Request(url, { method, headers: event.headers, body }), {
    clientAddress: sourceIp,
    waitUntil: (promise) => void work.push(promise),
  });
  // The platform stops the process after the answer.
  await Promise.allSettled(work);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
