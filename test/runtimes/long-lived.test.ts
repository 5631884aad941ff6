import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import type { Handbill } from "../../core/handbill.ts";
import { createInstallation } from "../../core/management/mod.ts";
import { serve } from "../../runtimes/node/mod.ts";
import { run } from "../packaging/commands.ts";
import { openApp } from "./app.ts";

describe("a server", () => {
  it("maintains its handbill until it is closed, and goes on after a failure", async () => {
    const handbill = await openApp(() => undefined);
    const calls: string[] = [];
    const { promise: thrice, resolve } = Promise.withResolvers<void>();
    const watched: Handbill = {
      ...handbill,
      maintain: async () => {
        calls.push("maintain");
        if (calls.length === 3) resolve();
        throw new Error("The store is away.");
      },
      close: async () => {
        calls.push("close");
        await handbill.close();
      },
    };
    const server = await serve(watched, { port: 0, maintainEveryMs: 1 });
    await thrice;
    await Promise.all([server.close(), server.close()]);
    expect(calls.filter((call) => call === "close")).toHaveLength(1);
    expect(calls.at(-1)).toBe("close");
  });

  it("has health endpoints, which a mount of the same handbill leaves to its host", async () => {
    const handbill = await openApp(() => undefined);
    const server = await serve(handbill, { port: 0 });
    for (const path of ["/livez", "/readyz"]) {
      expect((await fetch(server.url + path)).status).toBe(200);
      expect((await handbill.fetch(new Request(server.url + path))).status).toBe(404);
      expect(handbill.handles(path)).toBe(false);
    }
    await server.close();
  });

  it.each([undefined, "", " "])("listens on this machine only where the host is %j", async (hostname) => {
    const server = await serve(await openApp(() => undefined), { port: 0, hostname });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await server.close();
  });

  it("does not begin maintenance while the last one is under way", async () => {
    const handbill = await openApp(() => undefined);
    const hanging = Promise.withResolvers<void>();
    const enough = Promise.withResolvers<void>();
    const begun = { slow: 0, quick: 0 };
    const slow: Handbill = {
      ...handbill,
      maintain: () => {
        begun.slow++;
        return hanging.promise;
      },
    };
    const quick: Handbill = {
      ...handbill,
      maintain: async () => {
        if (++begun.quick === 5) enough.resolve();
      },
    };
    const servers = [
      await serve(slow, { port: 0, maintainEveryMs: 1 }),
      await serve(quick, { port: 0, maintainEveryMs: 1 }),
    ];
    await enough.promise;
    await Promise.all(servers.map((server) => server.close()));
    hanging.resolve();
    expect(begun.slow).toBe(1);
  });

  it("rejects in production with all faults of the settings, and migrates and listens nowhere", async () => {
    const calls: string[] = [];
    const store = {
      ...createMemoryStore(),
      migrate: async () => {
        calls.push("migrate");
        return [];
      },
    };
    const installation = createInstallation({ store, log: () => {}, secrets: [] });
    const started = serve(installation, { port: 0, migrate: true, production: true });
    await expect(started).rejects.toThrow(/Correct the settings:\n.*HANDBILL_BASE_URL.*\n.*HANDBILL_SECRET/);
    expect(calls).toEqual([]);
    const open = await serve(installation, { port: 0, production: false });
    expect((await fetch(`${open.url}/readyz`)).status).toBe(503);
    await open.close();
  });

  it("rejects in production with the faults of the management side too, each once", async () => {
    const settings = { secrets: [], operatorTokens: ["short"], currency: "XX", log: () => {} };
    const started = (management: boolean) =>
      serve(createInstallation({ store: createMemoryStore(), ...settings, management }), {
        port: 0,
        production: true,
      });
    const refused = await started(true).catch((error: unknown) => String(error).split("\n"));
    expect(refused).toEqual([
      "Error: Correct the settings:",
      expect.stringContaining("HANDBILL_BASE_URL"),
      expect.stringContaining("HANDBILL_SECRET"),
      expect.stringContaining("HANDBILL_OPERATOR_TOKEN"),
      expect.stringContaining("HANDBILL_CURRENCY"),
    ]);
    await expect(started(false)).rejects.not.toThrow("HANDBILL_OPERATOR_TOKEN");
  });

  it("migrates the store of an installation before it listens, and closes it after the last answer", async () => {
    const calls: string[] = [];
    const served = await openApp(() => undefined);
    const store = {
      migrate: async () => {
        calls.push("migrate");
        return [];
      },
      close: async () => void calls.push("close store"),
    };
    const handbill: Handbill = {
      ...served,
      warmUp: async () => void calls.push("warm up"),
      drain: () => void calls.push("drain"),
      close: async () => void calls.push("close"),
    };
    const server = await serve({ handbill, store }, { port: 0, migrate: true });
    expect(calls).toEqual(["migrate", "warm up"]);
    await server.close();
    await server.closed;
    expect(calls).toEqual(["migrate", "warm up", "drain", "close", "close store"]);
    await expect(serve(served, { port: 0, migrate: true })).rejects.toThrow("createInstallation({ store })");
  });

  it("closes the store when writes are unknown, and says so to whoever waits for the end", async () => {
    const calls: string[] = [];
    const handbill: Handbill = {
      ...(await openApp(() => undefined)),
      close: () => Promise.reject(new Error("Their outcome is unknown.")),
    };
    const store = { migrate: async () => [], close: async () => void calls.push("close store") };
    const server = await serve({ handbill, store }, { port: 0 });
    await expect(server.close()).rejects.toThrow("unknown");
    await expect(server.closed).rejects.toThrow("unknown");
    expect(calls).toEqual(["close store"]);
  });

  it("rejects when its port is taken", async () => {
    const first = await serve(await openApp(() => undefined), { port: 0 });
    const port = Number(new URL(first.url).port);
    await expect(serve(await openApp(() => undefined), { port })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
    await first.close();
  });
});

it.each([
  ["node", ["--input-type=module", "--eval"]],
  ["bun", ["--eval"]],
  ["deno", ["eval", "--no-lock"]],
] as const)(
  "on %s the timer of maintenance lets a process end",
  async (runtime, args) => {
    const program = `
    const { runningServer } = await import("./runtimes/server-lifecycle.ts");
    const handbill = { maintain: async () => {} };
    runningServer({ handbill }, "", { maintainEveryMs: 3_600_000 }, async () => {});
    console.log("end");`;
    expect(await run(runtime, [...args, program])).toBe("end\n");
  },
  10_000,
);

it.each([
  ["node", ["--input-type=module", "--eval"]],
  ["bun", ["--eval"]],
  ["deno", ["eval", "--no-lock"]],
] as const)(
  "on %s a port that is none is refused, whatever it was read from",
  async (runtime, args) => {
    const program = `
    const { serve } = await import("./runtimes/${runtime}/mod.ts");
    for (const port of [undefined, NaN, "8787", -1, 65_536, 80.5])
      await serve({}, { port }).catch((error) => console.log(error.message));`;
    const refusals = ["undefined", "NaN", '"8787"', "-1", "65536", "80.5"].map(
      (port) => `port is ${port}: give a whole number from 0 to 65535, 0 for any free port.\n`,
    );
    expect(await run(runtime, [...args, program])).toBe(refusals.join(""));
  },
  10_000,
);
