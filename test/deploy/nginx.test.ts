import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:http2";
import { request as requestByTls } from "node:https";
import { createServer } from "node:net";
import { json } from "node:stream/consumers";
import { connect as connectByTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { defaultBaseUrl } from "../runtimes/app.ts";
import { exchange, type RawAnswer } from "../runtimes/exchange.ts";
import { auditPath } from "../runtimes/probe-paths.ts";
import { demoSeed } from "../runtimes/seed.ts";
import { runtimeTargets, type Target } from "../runtimes/targets.ts";
import { type Nginx, startNginx } from "./start-nginx.ts";
import { startTap, type Tap } from "./tap.ts";

const { seed, liveKey } = demoSeed(defaultBaseUrl);
const perNetwork = 20;
const env = {
  HANDBILL_TEST_SEED: JSON.stringify(seed),
  HANDBILL_TRUST_PROXY: "1",
  HANDBILL_LIMIT_REQUESTS_PER_NETWORK: `${perNetwork}/24h`,
};
const path = "/api/v1/web/ads";
const headers = { "content-type": "application/json", authorization: `Bearer ${liveKey}` };
const adRequest = JSON.stringify({ platform_id: "pf_demo", stable_user_id: "me", test: true });
const maxBody = 64 * 1024;
const padded = (bytes: number): string => adRequest.padEnd(bytes);

// Each test comes from networks of its own: all of 127.0.0.0/8 is this machine.
let networks = 0;
function newNetwork(): Agent {
  networks += 1;
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.1.${networks}.1` });
}

describe.each(runtimeTargets.filter(({ name }) => name !== "vercel"))("behind nginx, on $name", (kind) => {
  let target: Target;
  let tap: Tap;
  let nginx: Nginx;

  beforeAll(async () => {
    target = await kind.open(env);
    tap = await startTap(Number(new URL(target.url).port));
    nginx = await startNginx([tap.port], (recipe) =>
      recipe.replace("client_body_timeout 10s", "client_body_timeout 1s"),
    );
  });
  afterAll(async () => {
    await nginx?.stop();
    await tap?.close();
    await target?.stop();
  });

  const post = (
    agent: Agent,
    body: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<RawAnswer> =>
    exchange(nginx.url, { method: "POST", path, headers: { ...headers, ...more }, body }, agent);

  /** A stranger's request: one with a valid key does not count into its network. */
  const follow = async (agent: Agent, more: Readonly<Record<string, string>> = {}): Promise<number> =>
    (await exchange(nginx.url, { method: "GET", path: "/api/v1/click/x", headers: more, body: "" }, agent))
      .status;

  it("limits a client by its own address, with any headers", async () => {
    const [client, neighbour] = [newNetwork(), newNetwork()];
    const statuses: number[] = [];
    for (let n = 0; n < perNetwork; n += 1) statuses.push(await follow(client));
    expect(statuses).toEqual(Array(perNetwork).fill(404));
    for (const spoofed of ["203.0.113.7", "198.51.100.1, 192.0.2.1", "127.0.0.1", "nonsense", ""]) {
      expect(await follow(client, { "x-forwarded-for": spoofed })).toBe(429);
    }
    const whoIsLimited = `127.1.${networks - 1}.1`;
    for (const spoofed of [whoIsLimited, `${whoIsLimited}, ${whoIsLimited}`]) {
      expect(await follow(neighbour, { "x-forwarded-for": spoofed })).toBe(404);
    }
  });

  it("answers 413 itself from 64 KiB on, and leaves much larger bodies to nginx", async () => {
    const client = newNetwork();
    expect((await post(client, padded(maxBody))).status).toBe(200);
    const ours = await post(client, padded(maxBody + 1));
    expect(ours.status).toBe(413);
    expect(ours.headers["content-type"]).toContain("application/problem+json");
    const inChunks = { method: "POST", path, headers, body: padded(maxBody + 1), chunked: true };
    const chunked = await exchange(nginx.url, inChunks, client);
    expect([chunked.status, chunked.headers["content-type"]]).toEqual([413, ours.headers["content-type"]]);
    const passed = tap.requestLines().length;
    const theirs = await post(newNetwork(), padded(200 * 1024));
    expect([theirs.status, theirs.headers["content-type"]]).toEqual([413, "text/html"]);
    expect(tap.requestLines()).toHaveLength(passed);
  });

  it("keeps one connection for requests one after the other, and speaks HTTP/1.1", async () => {
    const client = newNetwork();
    await post(client, adRequest);
    const [connections, lines] = [tap.connections(), tap.requestLines().length];
    for (let n = 1; n < perNetwork; n += 1) expect((await post(client, adRequest)).status).toBe(200);
    expect(tap.connections() - connections).toBeLessThanOrEqual(1);
    expect(new Set(tap.requestLines().slice(lines))).toEqual(new Set([`POST ${path} HTTP/1.1`]));
    expect(tap.requestLines()).toHaveLength(lines + perNetwork - 1);
  });

  it("never sees a request that is left half-way, and goes on after many that leave before the answer", async () => {
    const passed = tap.requestLines().length;
    await Promise.all(Array.from({ length: 50 }, () => leave(nginx.url, 20)));
    expect(tap.requestLines()).toHaveLength(passed);
    await Promise.all(Array.from({ length: 50 }, () => leave(nginx.url, adRequest.length)));
    expect((await post(newNetwork(), adRequest)).status).toBe(200);
    const audit = await (await fetch(`${target.url}${auditPath}`)).json();
    expect(audit).toMatchObject({ advertiserMicros: 0 });
  });

  it("is not kept waiting by a slow body: it comes whole, or nginx answers 408", async () => {
    const passed = tap.requestLines().length;
    const drip = startRequest(nginx.url, newNetwork());
    const never = startRequest(nginx.url, newNetwork());
    never.send(adRequest.slice(0, 10));
    const half = adRequest.length / 2;
    drip.send(adRequest.slice(0, half));
    // Others are served meanwhile, by the same server.
    expect((await post(newNetwork(), adRequest)).status).toBe(200);
    expect(tap.requestLines()).toHaveLength(passed + 1);
    for (const letter of adRequest.slice(half)) drip.send(letter);
    expect(await drip.status).toBe(200);
    expect([0, 408]).toContain(await never.status);
    expect(tap.requestLines()).toHaveLength(passed + 2);
  });
});

describe("with TLS", () => {
  let target: Target | undefined;
  let nginx: Nginx;

  beforeAll(async () => {
    target = await runtimeTargets[0]?.open(env);
    nginx = await startNginx([Number(new URL(target?.url ?? "").port)]);
  });
  afterAll(async () => {
    await nginx?.stop();
    await target?.stop();
  });

  const options = () => ({ ca: nginx.certificate, servername: "hb.example", host: "127.0.0.1" });

  it.each(["TLSv1.2", "TLSv1.3"] as const)(
    "an ad is served by %s, with the certificate of the site",
    async (version) => {
      const outgoing = requestByTls({
        ...options(),
        port: nginx.tlsPort,
        minVersion: version,
        maxVersion: version,
        method: "POST",
        path,
        headers: { ...headers, host: "hb.example" },
      });
      outgoing.end(adRequest);
      const [incoming] = await once(outgoing, "response");
      expect(incoming.statusCode).toBe(200);
      expect(await json(incoming)).toMatchObject({ has_ad: true });
    },
  );

  it("speaks HTTP/2 with browsers", async () => {
    const session = connect(`https://127.0.0.1:${nginx.tlsPort}`, options());
    const stream = session.request({ ":authority": "hb.example", ":path": "/livez" });
    const [answer] = await once(stream, "response");
    session.destroy();
    expect(answer[":status"]).toBe(200);
  });

  it("refuses what is older than TLS 1.2", async () => {
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    const socket = connectByTls({ ...options(), port: nginx.tlsPort, ...old });
    await expect(once(socket, "secureConnect")).rejects.toThrow(/alert protocol version/);
  });

  it("leads plain HTTP to https, with its method, and leaves certbot its path", async () => {
    const url = `http://127.0.0.1:${nginx.plainPort}`;
    const moved = await exchange(url, {
      method: "POST",
      path: `${path}?a=b`,
      headers: { host: "hb.example" },
    });
    expect([moved.status, moved.headers["location"]]).toEqual([308, `https://hb.example${path}?a=b`]);
    const challenge = await exchange(url, {
      method: "GET",
      path: "/.well-known/acme-challenge/no-such-file",
    });
    expect(challenge.status).toBe(404);
  });
});

describe("with a server that takes a request and dies", () => {
  it("an ad request is answered 502, and never given to another server, for it would be a second issuance", async () => {
    const target = await runtimeTargets[0]?.open(env);
    onTestFinished(async () => void (await target?.stop()));
    const alive = await startTap(Number(new URL(target?.url ?? "").port));
    onTestFinished(alive.close);
    const dying = await startDying();
    onTestFinished(dying.close);
    const nginx = await startNginx([dying.port, alive.port]);
    onTestFinished(nginx.stop);
    const post = () => exchange(nginx.url, { method: "POST", path, headers, body: adRequest });
    expect((await post()).status).toBe(502);
    expect([dying.taken(), alive.requestLines().length]).toEqual([1, 0]);
    // It is left alone for a second.
    expect((await post()).status).toBe(200);
    expect([dying.taken(), alive.requestLines().length]).toEqual([1, 1]);
  });
});

/** A server that closes each connection when something has come. */
async function startDying() {
  let taken = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      taken += 1;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("a listening server has a port");
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { port: address.port, taken: () => taken, close };
}

/** Announces the whole body, sends this many bytes of it, and closes the connection. */
function leave(url: string, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = request(`${url}${path}`, {
      method: "POST",
      headers: { ...headers, "content-length": String(adRequest.length) },
    });
    outgoing.on("error", () => {});
    outgoing.once("close", resolve);
    outgoing.write(adRequest.slice(0, bytes), () => outgoing.destroy());
  });
}

interface SlowRequest {
  readonly send: (text: string) => void;
  /** 0 when the connection was closed without an answer. */
  readonly status: Promise<number>;
}

function startRequest(url: string, agent: Agent): SlowRequest {
  const answered = Promise.withResolvers<number>();
  const outgoing = request(`${url}${path}`, {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": String(adRequest.length) },
  });
  outgoing.setNoDelay(true);
  outgoing.on("error", () => answered.resolve(0));
  outgoing.on("response", (incoming) => {
    incoming.resume();
    answered.resolve(incoming.statusCode ?? 0);
  });
  return { send: (text) => void outgoing.write(text), status: answered.promise };
}
