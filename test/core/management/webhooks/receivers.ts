import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Fulfilled when this many messages have come in all. */
  readonly has: (count: number) => Promise<void>;
}

/** A real receiver on this machine whose answers the test sets; it ends with the test. */
export async function startReceiver(
  answer: (response: ServerResponse, nth: number) => void,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly reached: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      for (const { count, reached } of waiting) if (received.length >= count) reached();
      answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    has: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, reached: resolve });
      }),
  };
}

export function answerWith(
  status: number,
  headers: Record<string, string> = {},
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, headers).end();
  };
}

/** Takes the request and never answers. */
export function hang(): void {}
