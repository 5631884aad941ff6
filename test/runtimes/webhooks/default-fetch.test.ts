import { expect, test } from "vitest";
import { isPublicAddress } from "../../../core/catalog/public-address.ts";
import { createDefaultFetch } from "../../../core/management/webhooks/default-fetch.ts";
import type { WebhookFetch } from "../../../core/management/webhooks/post.ts";
import { createWebhookFetch as ofBun } from "../../../runtimes/bun/mod.ts";
import { createWebhookFetch as ofDeno } from "../../../runtimes/deno/mod.ts";
import { createWebhookFetch } from "../../../runtimes/node/mod.ts";
import { answerWith, startReceiver } from "../../core/management/webhooks/receivers.ts";
import { bin, run } from "../../packaging/commands.ts";

const flags = ["run", "--no-lock", "--no-prompt", "--allow-net=127.0.0.1"];

test.each([
  ["node", []],
  ["bun", []],
  ["deno", flags],
] as const)(
  "on %s management posts to no name that leads to a private address, unless that is allowed",
  {
    timeout: 60_000,
  },
  async (runtime, args) => {
    const told = await run(bin(runtime), [...args, "test/runtimes/webhooks/program.ts"]);
    const made = [201, 201, 201];
    const refused = { made, connections: 0, heard: [], codes: ["ENOTPUBLIC"], lines: 1 };
    const posted = { made, connections: 1, codes: [], lines: 0 };
    expect(JSON.parse(told)).toEqual({
      runtime,
      rebound: refused,
      half: refused,
      allowed: { ...posted, heard: ["POST receiver.lan /hook"] },
      literal: { ...posted, heard: ["POST 127.0.0.1 /hook"] },
    });
  },
);

function init(): Parameters<WebhookFetch>[1] {
  const { signal } = new AbortController();
  return { method: "POST", headers: {}, body: "{}", redirect: "manual", signal };
}

test("where there is no node:http the platform's fetch posts, and the log says so once", async () => {
  const receiver = await startReceiver(answerWith(204));
  const lines: unknown[] = [];
  for (const builtin of [() => undefined, (name: string) => (name === "node:dns" ? undefined : {})]) {
    lines.length = 0;
    const post = createDefaultFetch({ isAllowed: isPublicAddress, log: (line) => lines.push(line), builtin });
    expect(lines).toEqual([]);
    for (const _ of [1, 2]) expect((await post(receiver.url, init())).status).toBe(204);
    expect(lines).toEqual([
      { level: "warn", code: "webhook-fetch-unchecked", message: expect.stringContaining("webhookFetch") },
    ]);
  }
  expect(receiver.received).toHaveLength(4);
});

test("every runtime's entry has the checked way to post, which allows public addresses only", async () => {
  expect([ofBun, ofDeno]).toEqual([createWebhookFetch, createWebhookFetch]);
  const receiver = await startReceiver(answerWith(204));
  const { port } = new URL(receiver.url);
  for (const url of [
    receiver.url,
    `http://localhost:${port}/`,
    `https://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
  ]) {
    await expect(createWebhookFetch()(url, init()), url).rejects.toMatchObject({
      cause: { code: "ENOTPUBLIC" },
    });
  }
  expect(receiver.received).toEqual([]);
});
