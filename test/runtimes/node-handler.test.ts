import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Handbill } from "../../core/handbill.ts";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { defaultBaseUrl, openApp } from "./app.ts";
import { exchange, type RawAnswer } from "./exchange.ts";
import { demoSeed } from "./seed.ts";

const ads = "/api/v1/web/ads";
const maxBytes = 64 * 1024;
const { seed, liveKey } = demoSeed(defaultBaseUrl);
const headers: Record<string, string> = {
  "content-type": "application/json",
  authorization: `Bearer ${liveKey}`,
};
const valid = JSON.stringify({ platform_id: "pf_demo", visitor_id: "visitor-0123456789", test: true });

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function openHandbill(baseUrl?: string): Promise<Handbill> {
  const variables = new Map([["HANDBILL_TEST_SEED", JSON.stringify(seed)]]);
  if (baseUrl !== undefined) variables.set("HANDBILL_BASE_URL", baseUrl);
  return openApp((name) => variables.get(name), undefined, true);
}

async function listen(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no address.");
  return { url: `http://127.0.0.1:${address.port}`, port: address.port };
}

describe("after a body parser", () => {
  /** Reads the whole body as parsers do, and leaves what `leave` makes of it. */
  async function afterParser(
    leave: (bytes: Buffer) => { body?: unknown; rawBody?: unknown },
    sent: string,
    chunked = true,
    sentHeaders = headers,
  ): Promise<RawAnswer> {
    const handler = toNodeHandler(await openHandbill());
    const { url } = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => handler(Object.assign(request, leave(Buffer.concat(chunks))), response));
    });
    return exchange(url, { method: "POST", path: ads, headers: sentHeaders, body: sent, chunked });
  }

  it("takes the parsed object", async () => {
    const answer = await afterParser((bytes) => ({ body: JSON.parse(bytes.toString()) }), valid);
    expect(answer.status).toBe(200);
  });

  it("takes text, and bytes", async () => {
    expect((await afterParser((bytes) => ({ body: bytes.toString() }), valid)).status).toBe(200);
    expect((await afterParser((bytes) => ({ body: bytes }), valid)).status).toBe(200);
  });

  it("prefers the received bytes to the parsed body", async () => {
    const answer = await afterParser((rawBody) => ({ rawBody, body: { altered: true } }), valid);
    expect(answer.status).toBe(200);
  });

  it("answers 400 to text that is not JSON", async () => {
    expect((await afterParser((bytes) => ({ body: bytes.toString() }), "{")).status).toBe(400);
  });

  it("answers 413 to an object that is over 64 KiB as JSON (contract.md §7)", async () => {
    const large = JSON.stringify({ padding: "x".repeat(maxBytes) });
    expect((await afterParser((bytes) => ({ body: JSON.parse(bytes.toString()) }), large)).status).toBe(413);
  });

  it("answers 413 by the length that was announced, however little the parser left", async () => {
    expect((await afterParser(() => ({ body: {} }), " ".repeat(maxBytes + 1), false)).status).toBe(413);
  });

  it("answers 400 to a content encoding, also when the parser could not decode it", async () => {
    const encoded = { ...headers, "content-encoding": "gzip" };
    expect((await afterParser(() => ({}), valid, true, encoded)).status).toBe(400);
    expect((await afterParser((bytes) => ({ body: bytes }), valid, true, encoded)).status).toBe(400);
  });

  it("answers 413 when the parser read and left nothing: it refused the size", async () => {
    expect((await afterParser(() => ({}), valid)).status).toBe(413);
    expect((await afterParser(() => ({ body: null }), valid)).status).toBe(413);
  });
});

describe("a body that is too large", () => {
  const head = (framing: string): string =>
    `POST ${ads} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;

  async function open(): Promise<{ socket: Socket; received: () => string; port: number }> {
    const { port } = await listen(toNodeHandler(await openHandbill()));
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    await once(socket, "connect");
    return { socket, received: () => text, port };
  }

  it("is refused before any of it is sent, when its length is announced", async () => {
    const { socket, received } = await open();
    socket.write(head(`Content-Length: ${maxBytes + 1}`));
    await once(socket, "data");
    expect(received()).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
    socket.destroy();
  });

  it("is refused in the middle of its chunks, and a client that goes on sending is not reset", async () => {
    const { socket, received } = await open();
    const errors: unknown[] = [];
    socket.on("error", (error) => errors.push(error));
    socket.write(head("Transfer-Encoding: chunked"));
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    socket.write(chunk.repeat(3));
    await once(socket, "data");
    for (let sent = 0; sent < 8; sent++) await new Promise((written) => socket.write(chunk, written));
    socket.write("0\r\n\r\n");
    await once(socket, "end");
    expect(received()).toMatch(/^HTTP\/1\.1 413 [\s\S]*"status":413/);
    expect(errors).toEqual([]);
  });

  it("is cut off when it does not end", async () => {
    const { socket, received } = await open();
    socket.on("error", () => {});
    socket.write(head("Transfer-Encoding: chunked"));
    const chunk = Buffer.alloc(64 * 1024, "x");
    let sent = 0;
    while (!socket.destroyed && sent < 64 * 1024 * 1024) {
      sent += chunk.length;
      await new Promise((written) => {
        socket.write(Buffer.concat([Buffer.from("10000\r\n"), chunk, Buffer.from("\r\n")]), written);
      });
    }
    expect(received()).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });
});

it("survives a client that leaves in the middle of its body, and settles its request", async () => {
  const handbill = await openHandbill();
  const settled: string[] = [];
  const watched: Handbill = {
    ...handbill,
    answer: (request) => handbill.answer(request).finally(() => settled.push(request.target)),
  };
  const handler = toNodeHandler(watched);
  const { url, port } = await listen((request: IncomingMessage, response) => {
    handler(request, response);
    request.once("data", () => socket.destroy());
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST ${ads} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
  socket.write(`Authorization: Bearer ${liveKey}\r\nContent-Length: 500\r\n\r\n{"half":`);
  await once(socket, "close");
  expect((await exchange(url, { method: "GET", path: "/livez" })).status).toBe(200);
  await expect.poll(() => settled).toContain(ads);
});

it("passes on other paths, and answers its own below the path of the base URL", async () => {
  const handler = toNodeHandler(await openHandbill("https://ads.example/prefix"));
  const { url } = await listen((request, response) => {
    handler(request, response, () => response.end("the host's"));
  });
  expect((await exchange(url, { method: "GET", path: "/api/v1/other" })).body).toBe("the host's");
  expect((await exchange(url, { method: "GET", path: "/other/livez" })).body).toBe("the host's");
  expect((await exchange(url, { method: "GET", path: `/other${ads}` })).body).toBe("the host's");
  expect((await exchange(url, { method: "GET", path: "/prefix/livez" })).status).toBe(200);
  expect((await exchange(url, { method: "GET", path: `/prefix${ads}?x=1` })).status).toBe(405);
});

it("answers requests whose path a framework's mount has shortened, and no others", async () => {
  const handler = toNodeHandler(await openHandbill());
  const { url } = await listen((request, response) => {
    const path = request.url ?? "/";
    const mounted = path.startsWith("/mount/")
      ? { originalUrl: path, url: path.slice("/mount".length) }
      : { originalUrl: path };
    handler(Object.assign(request, mounted), response, () => response.end("the host's"));
  });
  const read = async (path: string) => (await exchange(url, { method: "GET", path })).status;
  expect([await read(`/mount${ads}`), await read("/mount/livez")]).toEqual([405, 200]);
  for (const path of [`/mount/orders${ads}`, `/orders${ads}`, "/mount/users/livez", "/mount"]) {
    expect((await exchange(url, { method: "GET", path })).body).toBe("the host's");
  }
});

it("takes an installation, too", async () => {
  const handler = toNodeHandler({ handbill: await openHandbill() });
  const { url } = await listen((request, response) => {
    handler(request, response, () => response.end("the host's"));
  });
  expect((await exchange(url, { method: "GET", path: "/hello" })).body).toBe("the host's");
  expect((await exchange(url, { method: "GET", path: ads })).status).toBe(405);
});

it("answers 404 to other paths if there is no next handler", async () => {
  const { url } = await listen(toNodeHandler(await openHandbill()));
  const answer = await exchange(url, { method: "GET", path: "/other" });
  expect(answer.status).toBe(404);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
});
