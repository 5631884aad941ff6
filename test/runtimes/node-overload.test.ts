import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import type { Handbill } from "../../core/handbill.ts";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { type Installation, install, liveKey } from "../core/pipeline/installation.ts";
import { settled } from "../core/settled.ts";

const ads = "/api/v1/web/ads";
const body = JSON.stringify({ platform_id: "pf_one", stable_user_id: "somebody" });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface World extends Installation {
  readonly port: number;
  /** The targets of the requests that were begun. */
  readonly begun: string[];
  readonly underWay: () => number;
  readonly server: Server;
}

/** A handbill on node:http, and its requests. */
async function open(
  options: Parameters<typeof install>[0] = {},
  broken: Parameters<typeof install>[1] = {},
): Promise<World> {
  const installation = await install(
    {
      health: true,
      rateLimits: { adsPerKey: false, requestsPerNetwork: false, failedAuthPerNetwork: false },
      ...options,
    },
    broken,
  );
  const begun: string[] = [];
  let underWay = 0;
  const watched: Handbill = {
    ...installation.handbill,
    answer: async (request) => {
      begun.push(request.target);
      underWay += 1;
      const answer = await installation.handbill.answer(request);
      underWay -= 1;
      return answer;
    },
  };
  const server = createServer(toNodeHandler(watched));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no address.");
  return { ...installation, port: address.port, begun, underWay: () => underWay, server };
}

interface Full extends World {
  /** Lets the store answer, and waits for all that it kept waiting. */
  readonly release: () => Promise<readonly number[]>;
  /** How many are under way. */
  readonly places: number;
}

/** As many requests as are let in wait for a store that does not answer. */
async function openFull(): Promise<Full> {
  const held = Promise.withResolvers<void>();
  let store: Installation["store"] | undefined;
  const world = await open(
    { storeTimeoutMs: 60_000 },
    {
      catalogChanges: async (since) => {
        await held.promise;
        if (store === undefined) throw new Error("It is not there yet.");
        return store.catalogChanges(since);
      },
    },
  );
  store = world.store;
  const waiting = await fill(world.handbill);
  return {
    ...world,
    places: waiting.length,
    release: async () => {
      held.resolve();
      return (await Promise.all(waiting)).map(({ status }) => status);
    },
  };
}

async function fill(handbill: Handbill): Promise<readonly Promise<HttpResponse>[]> {
  const waiting: Promise<HttpResponse>[] = [];
  while (handbill.refuse({ method: "POST", target: ads }) === undefined) {
    waiting.push(handbill.answer(adRequest(`user-${waiting.length}`)));
    // A place is taken when the body has come.
    if (waiting.length % 64 === 0) await settled();
  }
  return waiting;
}

function adRequest(user: string): HttpRequest {
  const headers = new Map([
    ["content-type", "application/json"],
    ["authorization", `Bearer ${liveKey.key}`],
  ]);
  const text = JSON.stringify({ platform_id: "pf_one", stable_user_id: user });
  return {
    method: "POST",
    target: ads,
    header: (name) => headers.get(name),
    readBody: async () => new TextEncoder().encode(text),
  };
}

interface Peer {
  readonly socket: Socket;
  /** All that came so far. */
  readonly text: () => string;
  /** Waits until this many answers have come. */
  readonly answers: (count: number) => Promise<readonly number[]>;
}

async function dial(port: number): Promise<Peer> {
  const socket = connect(port, "127.0.0.1");
  closing.push(async () => void socket.destroy());
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  const statuses = (): readonly number[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return {
    socket,
    text: () => text,
    answers: async (count) => {
      while (statuses().length < count) await once(socket, "data");
      return statuses();
    },
  };
}

const head = (lines: readonly string[]): string => `${[...lines, "Host: x", "", ""].join("\r\n")}`;
const wholeAd = `${head([`POST ${ads} HTTP/1.1`, `Authorization: Bearer ${liveKey.key}`, "Content-Type: application/json", `Content-Length: ${body.length}`])}${body}`;

describe("§4 a request that there is no room for", () => {
  it("is answered 503 before its body has come, readable by pages, and nothing is made of it", async () => {
    const { port, begun } = await openFull();
    const peer = await dial(port);
    peer.socket.write(
      head([`POST ${ads} HTTP/1.1`, "Content-Type: application/json", "Content-Length: 100"]),
    );
    expect(await peer.answers(1)).toEqual([503]);
    expect(peer.text()).toMatch(/\r\naccess-control-allow-origin: \*\r\n/);
    expect(peer.text()).toMatch(/\r\nretry-after: 1\r\n/);
    expect(peer.text()).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/);
    expect(JSON.parse(peer.text().split("\r\n\r\n")[1] ?? "")).toMatchObject({
      status: 503,
      code: "unavailable",
      request_id: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(begun).toEqual([]);
    // The rest of the body is thrown away, and the connection stays open.
    peer.socket.write(`${"x".repeat(100)}${head(["GET /livez HTTP/1.1"])}`);
    expect(await peer.answers(2)).toEqual([503, 200]);
  });

  it.each([
    ["a body that is too large", ["Content-Type: application/json", "Content-Length: 70000"]],
    ["no JSON", ["Content-Type: text/plain", "Content-Length: 0"]],
    ["no key", ["Content-Type: application/json", "Content-Length: 0"]],
    ["a key that is none", ["Authorization: Basic x", "Content-Type: application/json", "Content-Length: 0"]],
  ])("is answered 503 with %s too: nobody has looked", async (_, lines) => {
    const { port } = await openFull();
    for (const path of [ads, "/api/v1/web/seen", "/api/v1/web/interact", "/api/v1/ad"]) {
      const peer = await dial(port);
      peer.socket.write(head([`POST ${path} HTTP/1.1`, ...lines]));
      expect(await peer.answers(1)).toEqual([503]);
      expect(/access-control-allow-origin/.test(peer.text())).toBe(path.includes("/web/"));
    }
  });

  it("has an id of its own in each answer, and the log has one of them", async () => {
    const { port, log } = await openFull();
    const peer = await dial(port);
    peer.socket.write(wholeAd.repeat(8));
    await peer.answers(8);
    const ids = [...peer.text().matchAll(/"request_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(8);
    expect(log.some(({ error }) => error?.startsWith("QueueFull") === true)).toBe(true);
  });

  it("always answers /livez, preflights of browsers and paths of the host", async () => {
    const { port } = await openFull();
    const peer = await dial(port);
    peer.socket.write(
      head(["GET /livez HTTP/1.1"]) +
        head([`OPTIONS ${ads} HTTP/1.1`]) +
        head(["GET /other HTTP/1.1"]) +
        head(["GET /api/v1/click/AAAAAAAAAAAAAAAAAAAAAA HTTP/1.1"]),
    );
    expect(await peer.answers(4)).toEqual([200, 204, 404, 503]);
  });

  it("finds room again when those before it are answered: every place is given back", async () => {
    const { port, release, handbill } = await openFull();
    // Of those who waited, more than the store takes in time are refused.
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(await release())]));
    const peer = await dial(port);
    peer.socket.write(wholeAd.repeat(40));
    expect(new Set(await peer.answers(40))).toEqual(new Set([200]));
    await settled();
    expect(handbill.refuse({ method: "POST", target: ads })).toBeUndefined();
  });

  it("is refused by fetch as well, and its body is not parsed", async () => {
    const { handbill } = await openFull();
    const answer = await handbill.fetch(
      new Request(`https://ads.example${ads}`, {
        method: "POST",
        body: "{",
        headers: { origin: "https://x.example" },
      }),
    );
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([503, "*"]);
  });
});

describe("a connection with many requests at once", () => {
  /** As many requests of one connection as are begun before the first is answered. */
  const maxBegun = 4;

  it("has a few of them begun, in order, and is answered in order", async () => {
    const held = Promise.withResolvers<void>();
    const issued: number[] = [];
    let store: Installation["store"] | undefined;
    const world = await open(
      {},
      {
        issue: async (orders) => {
          issued.push(orders.length);
          await held.promise;
          if (store === undefined) throw new Error("It is not there yet.");
          return store.issue(orders);
        },
      },
    );
    store = world.store;
    const peer = await dial(world.port);
    peer.socket.write(wholeAd.repeat(200));
    await expect.poll(() => world.begun.length).toBe(maxBegun);
    const other = await dial(world.port);
    other.socket.write(head(["GET /livez HTTP/1.1"]));
    expect(await other.answers(1)).toEqual([200]);
    expect(world.begun.filter((target) => target === ads)).toHaveLength(maxBegun);
    held.resolve();
    expect(await peer.answers(200)).toEqual(Array(200).fill(200));
  });

  const clients = 50;
  const keyless = `${head([`POST ${ads} HTTP/1.1`, "Content-Type: application/json", `Content-Length: ${body.length}`])}${body}`;

  /**
   * Many clients send and read no answers; meanwhile another client asks for ads. Returns the requests that were begun
   * before its first answer.
   */
  async function neverRead(request: string, bytes: number): Promise<number> {
    const world = await open();
    const peers = await Promise.all(Array.from({ length: clients }, () => dial(world.port)));
    for (const { socket } of peers) {
      socket.pause();
      socket.write(request.repeat(Math.ceil(bytes / request.length)));
    }
    const other = await dial(world.port);
    let begunBefore = 0;
    for (let n = 1; n <= 50; n += 1) {
      other.socket.write(wholeAd);
      expect((await other.answers(n)).at(-1)).toBe(200);
      expect(world.underWay()).toBeLessThanOrEqual(clients * maxBegun + 1);
      if (n === 1) begunBefore = world.begun.length;
    }
    return begunBefore;
  }

  it.each([
    ["without a key", keyless],
    ["with a key", wholeAd],
  ])(
    "%s, whose client reads no answers, has a few begun at a time, and others are served between them",
    async (_, request) => {
      // All of theirs had come before the other's first, which did not wait for all of it.
      expect(await neverRead(request, 32_768)).toBeLessThan((clients * 32_768) / request.length);
    },
  );

  it("is cut off when it sends hundreds of requests ahead of its answers", async () => {
    const world = await open();
    const { socket } = await dial(world.port);
    socket.write(head(["GET /api/v1/click/x HTTP/1.1"]).repeat(4_000));
    await new Promise<void>((resolve) => socket.once("close", () => resolve()));
    expect(world.begun.length).toBeLessThanOrEqual(maxBegun);
  });

  it("is not read while it has to wait", async () => {
    const held = Promise.withResolvers<void>();
    const world = await open(
      { storeTimeoutMs: 60_000 },
      { catalogChanges: () => held.promise.then(() => Promise.reject()) },
    );
    const sockets: Socket[] = [];
    world.server.on("connection", (socket: Socket) => sockets.push(socket));
    const { socket } = await dial(world.port);
    for (let n = 0; n < 4; n += 1) socket.write(wholeAd.repeat(1_000));
    await expect.poll(() => world.begun.length).toBe(maxBegun);
    const other = await dial(world.port);
    for (let n = 1; n <= 50; n += 1) {
      other.socket.write(head(["GET /livez HTTP/1.1"]));
      await other.answers(n);
    }
    // The size of one read.
    expect(sockets[0]?.bytesRead).toBeLessThanOrEqual(65_536);
    expect(world.begun.filter((target) => target === ads)).toHaveLength(maxBegun);
    held.resolve();
  });
});
