import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { defaultBaseUrl } from "./app.ts";
import { demoSeed } from "./seed.ts";
import { runtimeTargets } from "./targets.ts";

const { seed, liveKey } = demoSeed(defaultBaseUrl);
const env = { HANDBILL_TEST_SEED: JSON.stringify(seed) };
const identity = { platform_id: "pf_demo", visitor_id: "visitor-0123456789" };
const body = JSON.stringify({ ...identity, user_id: 1, message: "Hello" });

/** Paths that a URL resolves to one of the service, and whether pages may read the answer. Browsers resolve them first. */
const paths: readonly (readonly [path: string, readable: boolean])[] = [
  ["/api/v1/click/../web/ads", true],
  ["/api/v1/click/%2E%2e/web/ads", true],
  ["/api/v1/web\\ads", true],
  ["/api/v1/./web/ads", true],
  ["/api/v1/web/../ad", false],
  ["/api/v1/web/.%2e/ad", false],
];

/** The head of the answer. Written by hand: a client would resolve the path. */
async function post(url: string, path: string): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${liveKey}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  await once(socket, "close");
  return answer.split("\r\n\r\n")[0] ?? "";
}

describe.each(runtimeTargets.filter(({ name }) => name !== "vercel"))("on $name", ({ open }) => {
  it("§4.1 whether pages may read an answer goes by the endpoint that gave it, whatever the path's dots", async () => {
    const { url, stop } = await open(env);
    for (const [path, readable] of paths) {
      const head = await post(url, path);
      const status = Number(head.split(" ")[1]);
      const isReadable = /^access-control-allow-origin: \*\r?$/im.test(head);
      if (status !== 404) expect([path, status, isReadable]).toEqual([path, 200, readable]);
    }
    await stop();
  });
});
