import { describe, expect, it } from "vitest";
import { isOutage, type PgPool, pgExecutor } from "../../adapters/postgres/mod.ts";

const listeners: ((error: Error) => void)[] = [];

/** A pool whose queries end as the test says. */
function pool(query: PgPool["query"]): PgPool & { readonly ended: () => boolean } {
  let isEnded = false;
  return {
    query,
    on: (_, listener) => listeners.push(listener),
    end: async () => {
      isEnded = true;
    },
    ended: () => isEnded,
  };
}

describe("a pool of pg", () => {
  it("that never answers is an outage", async () => {
    const { run } = pgExecutor(
      pool(() => new Promise(() => {})),
      { callTimeoutMs: 100 },
    );
    const error: unknown = await run("select 1", []).catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(true);
  });

  it("sends a call again that a deadlock ended", async () => {
    const outcomes = [{ code: "40P01" }, undefined];
    const { run } = pgExecutor(
      pool(async () => {
        const fault = outcomes.shift();
        if (fault !== undefined) throw Object.assign(new Error("deadlock detected"), fault);
        return { rows: [{ n: 1 }] };
      }),
    );
    expect(await run("select 1 as n", [])).toEqual([{ n: 1 }]);
  });

  it("may lose an idle connection, and is ended only by its owner", async () => {
    const own = pool(async () => ({ rows: [] }));
    const before = listeners.length;
    await pgExecutor(own).close();
    expect([listeners.length, own.ended()]).toEqual([before + 1, false]);
    await pgExecutor(own, { ownsPool: true }).close();
    expect(own.ended()).toBe(true);
  });
});
