/** Clients that send requests as fast as they can and read no answer. */
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { defaultBaseUrl } from "./app.ts";
import { exchange } from "./exchange.ts";
import { memoryPath } from "./probe-paths.ts";
import type { ProcessMemory } from "./probes.ts";
import { demoSeed } from "./seed.ts";
import { runtimeTargets, type Target } from "./targets.ts";

const { seed, liveKey } = demoSeed(defaultBaseUrl);
const ads = "/api/v1/web/ads";
const most = 64 * 1_024 * 1_024;
/** Answers until the code is compiled and the heap has its usual size. */
const warmUp = 3_000;

let server: Target;
let agent: Agent;
const flooding: (() => void)[] = [];

beforeAll(async () => {
  const [node] = runtimeTargets;
  if (node === undefined) throw new Error("There is no target.");
  server = await node.open({
    HANDBILL_TEST_SEED: JSON.stringify(seed),
    // No answer is too late, however busy the machine is.
    HANDBILL_STORE_TIMEOUT: "60s",
    HANDBILL_LIMIT_ADS_PER_KEY: "false",
    HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "false",
    HANDBILL_LIMIT_FAILED_AUTH_PER_NETWORK: "false",
  });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(warmUp)).toEqual(new Set([200]));
});
afterEach(() => {
  for (const stop of flooding.splice(0)) stop();
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

function adBody(user: number): string {
  return JSON.stringify({ platform_id: "pf_demo", stable_user_id: `user-${user}` });
}

/** Sends ad requests one after the other, and returns their statuses. */
async function ask(count: number): Promise<ReadonlySet<number>> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${liveKey}` };
  const statuses = new Set<number>();
  for (let n = 0; n < count; n += 1) {
    const sent = { method: "POST", path: ads, headers, body: adBody(n) };
    statuses.add((await exchange(server.url, sent, agent)).status);
  }
  return statuses;
}

const memoryShape: v.GenericSchema<unknown, ProcessMemory> = v.object({
  residentBytes: v.number(),
  peakResidentBytes: v.number(),
  usedBytes: v.number(),
});

async function readMemory(query = ""): Promise<ProcessMemory> {
  const { body } = await exchange(server.url, { method: "GET", path: memoryPath + query }, agent);
  return v.parse(memoryShape, JSON.parse(body));
}

/** 64 KiB of ad requests: node:http reads as much at once. */
function requests(headers: readonly string[]): string {
  let text = "";
  for (let user = 0; text.length < 65_536; user += 1) {
    const body = adBody(user);
    const lines = [`POST ${ads} HTTP/1.1`, "Host: x", "Content-Type: application/json", ...headers];
    text += `${[...lines, `Content-Length: ${body.length}`, "", body].join("\r\n")}`;
  }
  return text;
}

/** A client that writes as much as the server takes, and connects again when it is cut off. Returns how often it could write. */
function flood(text: string): () => number {
  const { hostname, port } = new URL(server.url);
  let writes = 0;
  let isOver = false;
  let socket: Socket;
  const write = (): void => {
    do writes += 1;
    while (!isOver && socket.write(text));
  };
  const open = (): void => {
    socket = connect(Number(port), hostname, write);
    socket.pause();
    socket.on("drain", write);
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!isOver) open();
    });
  };
  open();
  flooding.push(() => {
    isOver = true;
    socket.destroy();
  });
  return () => writes;
}

const keyed = [`Authorization: Bearer ${liveKey}`];

// The first flood: the peak of a process never falls.
it("one client with a key, sending as fast as possible and reading no answer, costs at most 64 MB of resident memory", async () => {
  const { residentBytes } = await readMemory();
  const writes = flood(requests(keyed));
  expect(await ask(1_000)).toEqual(new Set([200]));
  expect(writes()).toBeGreaterThan(1);
  const { peakResidentBytes } = await readMemory();
  expect(peakResidentBytes - residentBytes).toBeLessThan(most);
});

it.each([
  { who: "one client with a key", clients: 1, headers: keyed },
  { who: "fifty clients without a key", clients: 50, headers: [] },
])(
  "$who, sending as fast as possible and reading no answer, leaves others their ads and uses at most 64 MB",
  async ({ clients, headers }) => {
    const before = await readMemory("?collect");
    const text = requests(headers);
    const writes = Array.from({ length: clients }, () => flood(text));
    for (let part = 0; part < 10; part += 1) {
      expect(await ask(30)).toEqual(new Set([200]));
      const { usedBytes } = await readMemory("?collect");
      expect(usedBytes - before.usedBytes).toBeLessThan(most);
    }
    // Each has sent more than one read takes.
    for (const count of writes) expect(count()).toBeGreaterThan(1);
  },
);
