import { once } from "node:events";
import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import { defaultBaseUrl } from "./app.ts";
import { exchange } from "./exchange.ts";
import { demoSeed } from "./seed.ts";
import { runtimeTargets } from "./targets.ts";

const longLived = runtimeTargets.filter(({ name }) => name !== "vercel");
const clients = 16;
const slow = { timeout: 60_000 };

/** Sends requests until the server is gone. Returns the error that ended it, and the number of answers before. */
async function askUntilGone(url: string): Promise<{ answers: number; end: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answers = 0;
  try {
    for (;;) {
      const { status } = await exchange(url, { method: "GET", path: "/livez" }, agent);
      if (status !== 200) return { answers, end: `status ${status}` };
      answers++;
    }
  } catch (error) {
    return { answers, end: endOf(error) };
  } finally {
    agent.destroy();
  }
}

/** A new connection that the server has not taken up when it stops listening is reset by the kernel: refused, too. */
function endOf(error: unknown): string {
  if (!(error instanceof Error && "code" in error && "reusedSocket" in error)) return String(error);
  const isNew = error.reusedSocket === false;
  return isNew && (error.code === "ECONNREFUSED" || error.code === "ECONNRESET")
    ? "refused"
    : String(error.code);
}

it("node answers every request on a connection that is kept alive, and refuses the next", slow, async () => {
  const [node] = runtimeTargets;
  if (node === undefined) throw new Error("There is no target.");
  const target = await node.open();
  const asking = Array.from({ length: clients }, () => askUntilGone(target.url));
  await exchange(target.url, { method: "GET", path: "/readyz" });
  expect(await target.stop()).toBe(0);
  for (const { answers, end } of await Promise.all(asking)) {
    expect(end).toBe("refused");
    expect(answers).toBeGreaterThan(0);
  }
});

it.each(longLived)(
  "$name answers a request that is under way when it is asked to stop",
  slow,
  async (kind) => {
    const { seed, liveKey } = demoSeed(defaultBaseUrl);
    const target = await kind.open({ HANDBILL_TEST_SEED: JSON.stringify(seed) });
    const headers = { "content-type": "application/json", authorization: `Bearer ${liveKey}` };
    const outgoing = request(`${target.url}/api/v1/web/ads`, { method: "POST", headers, agent: false });
    const answered = once(outgoing, "response");
    outgoing.write('{"platform_id": "pf_demo", ');
    await once(outgoing, "socket").then(([socket]) =>
      socket.connecting ? once(socket, "connect") : undefined,
    );
    // Requests of one server are taken up in order of their arrival: after this answer the other is under way.
    await exchange(target.url, { method: "GET", path: "/livez" });
    const stopped = target.stop();
    await askUntilGone(target.url);
    outgoing.end('"visitor_id": "visitor-0123456789", "test": true}');
    const [incoming] = await answered;
    expect(incoming.statusCode).toBe(200);
    incoming.resume();
    expect(await stopped).toBe(0);
  },
);

it.each(longLived)(
  "$name serves on after a signal while a balancer has not noticed, and a second signal ends it at once",
  slow,
  async (kind) => {
    const servers = [await kind.open({ HANDBILL_TEST_DRAIN_MS: "600000" }), await kind.open()];
    const statusOf = async (url: string, path: string): Promise<number> =>
      (await exchange(url, { method: "GET", path })).status;
    const page = "/api/v1/pages/test-ad";
    /** Uses what it knew at its last check. */
    let ready = servers;
    const balance = async (): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (const { url } of ready) statuses.push(await statusOf(url, page));
      return statuses;
    };
    const check = async (): Promise<void> => {
      const states = await Promise.all(servers.map(({ url }) => statusOf(url, "/readyz")));
      ready = servers.filter((_, index) => states[index] === 200);
    };
    const [leaving, staying] = servers;
    if (leaving === undefined || staying === undefined) throw new Error("There are no servers.");

    const ended = leaving.stop();
    await expect.poll(() => statusOf(leaving.url, "/readyz")).toBe(503);
    expect(await balance()).toEqual([200, 200]);
    expect(await statusOf(leaving.url, "/livez")).toBe(200);
    await check();
    expect(ready).toEqual([staying]);
    expect(await balance()).toEqual([200]);

    // Signals of the same moment are one: npm forwards its own.
    const again = setInterval(leaving.terminate, 50);
    expect(await ended).toBe(130);
    clearInterval(again);
    await staying.stop();
  },
);

it.each(longLived)("$name ends with 0 after its drain time", slow, async (kind) => {
  const target = await kind.open({ HANDBILL_TEST_DRAIN_MS: "200" });
  const startedAt = performance.now();
  expect(await target.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(190);
});
