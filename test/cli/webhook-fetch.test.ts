import { expect, test } from "vitest";
import { isPublicAddress } from "../../core/catalog/public-address.ts";
import { createWebhookFetch, type Resolve } from "../../runtimes/cli/webhook-fetch.ts";
import { answerWith, hang, startReceiver } from "../core/management/webhooks/receivers.ts";

const onThisMachine: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

function init(
  signal: AbortSignal = new AbortController().signal,
): Parameters<ReturnType<typeof createWebhookFetch>>[1] {
  const headers = { "content-type": "application/json", "webhook-id": "msg_1" };
  return { method: "POST", headers, body: '{"a":"é"}', redirect: "manual", signal };
}

test("a name that leads to a private address by the time of connecting is not connected to", async () => {
  const receiver = await startReceiver(answerWith(200));
  const { port } = new URL(receiver.url);
  const url = `http://rebound.example:${port}/hook`;
  const strict = createWebhookFetch(isPublicAddress, onThisMachine);
  await expect(strict(url, init())).rejects.toMatchObject({ cause: { code: "ENOTPUBLIC" } });
  const oneOfTwo: Resolve = async () => [
    { address: "8.8.8.8", family: 4 },
    { address: "::ffff:127.0.0.1", family: 6 },
  ];
  const mixed = createWebhookFetch(isPublicAddress, oneOfTwo);
  await expect(mixed(url, init())).rejects.toMatchObject({ cause: { code: "ENOTPUBLIC" } });
  expect(receiver.received).toEqual([]);
});

test("a message arrives unchanged, at the requested name", async () => {
  const receiver = await startReceiver(answerWith(204));
  const { port } = new URL(receiver.url);
  const fetch = createWebhookFetch(() => true, onThisMachine);
  const response = await fetch(`http://receiver.example:${port}/hook?a=1`, init());
  await response.body?.cancel();
  expect(response.status).toBe(204);
  expect(receiver.received).toMatchObject([
    {
      body: '{"a":"é"}',
      headers: { host: `receiver.example:${port}`, "webhook-id": "msg_1", "content-length": "10" },
    },
  ]);
});

test("a redirect is reported, not followed", async () => {
  const receiver = await startReceiver(answerWith(307, { location: "/elsewhere" }));
  const response = await createWebhookFetch(() => true)(receiver.url, init());
  await response.body?.cancel();
  expect(response.status).toBe(307);
  expect(receiver.received).toHaveLength(1);
});

test("an endless answer keeps no connection open", async () => {
  const closed = Promise.withResolvers<void>();
  const receiver = await startReceiver((response) => {
    response.once("close", closed.resolve);
    response.writeHead(200).write("x".repeat(100_000));
  });
  const response = await createWebhookFetch(() => true)(receiver.url, init());
  await response.body?.cancel();
  await closed.promise;
  expect(response.status).toBe(200);
});

test("a silent receiver times out, and an absent one is an error with its code", async () => {
  const receiver = await startReceiver(hang);
  const aborter = new AbortController();
  const asked = createWebhookFetch(() => true)(receiver.url, init(aborter.signal));
  await receiver.has(1);
  aborter.abort();
  await expect(asked).rejects.toThrow();
  await expect(createWebhookFetch(() => true)("http://127.0.0.1:9/", init())).rejects.toMatchObject({
    cause: { code: "ECONNREFUSED" },
  });
});
