import { describe, expect, it } from "vitest";
import type { Handbill } from "../../core/handbill.ts";
import { toVercel, toVercelCron } from "../../runtimes/vercel/mod.ts";
import { openApp } from "./app.ts";

const secret = "the secret of the cron";

describe("the function", () => {
  it("takes the client's address from the proxy's header", async () => {
    const handbill = await openApp(() => undefined);
    const addresses: (string | undefined)[] = [];
    const watched: Handbill = {
      ...handbill,
      fetch: (request, connection) => {
        addresses.push(connection?.clientAddress);
        return handbill.fetch(request, connection);
      },
    };
    const { fetch } = toVercel(watched);
    const sent: Record<string, string>[] = [
      { "x-real-ip": "203.0.113.7", "x-forwarded-for": "203.0.113.7" },
      { "x-forwarded-for": "203.0.113.8, 10.0.0.1" },
      {},
    ];
    for (const headers of sent) await fetch(new Request("https://ads.example/livez", { headers }));
    expect(addresses).toEqual(["203.0.113.7", "203.0.113.8", undefined]);
  });
});

describe("a function whose handbill is still being opened", () => {
  it("waits for it, and takes requests meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<Handbill>();
    const { fetch } = toVercel(promise);
    const cron = toVercelCron(promise, { secret });
    const answers = [
      fetch(new Request("https://ads.example/livez")),
      cron.fetch(
        new Request("https://ads.example/api/maintain", { headers: { authorization: `Bearer ${secret}` } }),
      ),
    ];
    resolve(await openApp(() => undefined));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("asks it whether it is ready as soon as it is there, before any request", async () => {
    const handbill = await openApp(() => undefined);
    const { promise: asked, resolve } = Promise.withResolvers<string>();
    const watched: Handbill = {
      ...handbill,
      answer: (request) => {
        resolve(request.target);
        return handbill.answer(request);
      },
    };
    toVercel(Promise.resolve(watched));
    expect(await asked).toBe("/readyz");
  });
});

describe("the cron", () => {
  async function call(
    authorization: string | undefined,
    options: { secret?: string },
    maintain: () => Promise<void> = async () => {},
  ): Promise<{ status: number; maintained: number }> {
    let maintained = 0;
    const handbill = await openApp(() => undefined);
    const watched: Handbill = {
      ...handbill,
      maintain: async () => {
        maintained++;
        await maintain();
      },
    };
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const request = new Request("https://ads.example/api/cron", { headers });
    const { status } = await toVercelCron(watched, options).fetch(request);
    return { status, maintained };
  }

  it("maintains when it is called with the secret", async () => {
    expect(await call(`Bearer ${secret}`, { secret })).toEqual({ status: 200, maintained: 1 });
  });

  it("refuses everybody else", async () => {
    for (const authorization of [undefined, "Bearer ", "Bearer x", secret, `Bearer ${secret} `.repeat(2)]) {
      expect(await call(authorization, { secret })).toEqual({ status: 401, maintained: 0 });
    }
  });

  it("refuses everybody while no secret is set", async () => {
    expect(await call("Bearer undefined", {})).toEqual({ status: 503, maintained: 0 });
    expect(await call("Bearer ", { secret: "" })).toEqual({ status: 503, maintained: 0 });
  });

  it("says so when the store cannot be reached", async () => {
    const away = async (): Promise<void> => {
      throw new Error("away");
    };
    expect(await call(`Bearer ${secret}`, { secret }, away)).toEqual({ status: 503, maintained: 1 });
  });
});
