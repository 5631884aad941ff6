import { afterAll, beforeAll, describe, test } from "vitest";
import { rateLimitCases, storeCases } from "../conformance/mod.ts";
import { type Backend, startBackend } from "./backend.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

describe("the Upstash store", () => {
  test.each(storeCases)("$name", ({ run }) =>
    run({
      listsDeliveries: false,
      open: async ({ now }) => {
        const prefix = backend.newPrefix();
        const open = () => backend.openStore({ prefix, clock: now });
        return { stores: [open(), open()], close: async () => undefined };
      },
    }),
  );
});

describe("the Upstash rate limiter", () => {
  test.each(rateLimitCases)("$name", ({ run }) =>
    run({
      open: async ({ now }) => {
        const prefix = backend.newPrefix();
        const open = () => backend.openLimiter(prefix, now);
        return { limiters: [open(), open()], close: async () => undefined };
      },
    }),
  );
});
