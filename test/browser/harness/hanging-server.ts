import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** How a server hangs: it takes a request and says nothing, or begins an answer that never ends. */
export type Hang = "silent" | "half an answer";

/** Stands in front of a real server; the first POSTs of an endpoint hang, the rest is passed on. */
export interface HangingServer {
  readonly url: string;
  /** Every POST that came, by its path. */
  readonly posts: readonly string[];
  readonly close: () => Promise<void>;
}

export async function openHangingServer(
  target: string,
  endpoint: "ads" | "interact" | "seen",
  hangs: readonly Hang[],
): Promise<HangingServer> {
  const left = [...hangs];
  const posts: string[] = [];
  const server = createServer((incoming, answer) => {
    if (incoming.method === "POST") posts.push(incoming.url ?? "");
    const isMeant = incoming.method === "POST" && incoming.url?.endsWith(`/${endpoint}`);
    const hang = isMeant ? left.shift() : undefined;
    if (hang === undefined) return passOn(target, incoming, answer);
    if (hang === "silent") return;
    answer.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
    answer.write('{"ok":');
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(target: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = incoming;
  const onward = request(`${target}${url}`, { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}
