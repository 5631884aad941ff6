import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostileIds } from "../conformance/store/hostile.ts";
import { type Backend, startBackend } from "./backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

describe.each(["base64", false] as const)("the bridge, with the response encoding %s", (responseEncoding) => {
  const open = (): Redis => {
    const { url, token } = backend.bridge;
    return new Redis({ url, token, responseEncoding, automaticDeserialization: false });
  };

  test("gives back any text as it was", async () => {
    const redis = open();
    for (const text of hostileIds) {
      expect(await redis.set(`k ${text}`, text)).toBe("OK");
      expect(await redis.get(`k ${text}`)).toBe(text);
    }
    expect(await redis.mget(...hostileIds.map((text) => `k ${text}`), "none")).toEqual([...hostileIds, null]);
  });

  test("answers pipelines and transactions in their order", async () => {
    const redis = open();
    for (const calls of [redis.pipeline(), redis.multi()]) {
      calls.set("n", "41").incr("n").get("n").del("n");
      expect(await calls.exec()).toEqual(["OK", 42, "42", 1]);
    }
  });

  test("answers an error as Upstash does", async () => {
    const redis = open();
    await redis.set("text", "a");
    await expect(redis.lpush("text", "b")).rejects.toThrow(/WRONGTYPE/);
    await expect(redis.evalsha("0".repeat(40), [], [])).rejects.toThrow(/NOSCRIPT/);
  });
});

test("the bridge refuses a wrong token everywhere", async () => {
  const redis = new Redis({ url: backend.bridge.url, token: "wrong" });
  await expect(redis.get("a")).rejects.toThrow(/WRONGPASS/);
  await expect(redis.pipeline().get("a").exec()).rejects.toThrow();
  await expect(redis.multi().get("a").exec()).rejects.toThrow();
});
