import { setImmediate } from "node:timers";
import { describe, expect, it } from "vitest";
import { createNextTick } from "../../../core/timing/next-tick.ts";
import { install, post } from "./installation.ts";

/** Calls each by itself, all in one turn of the event loop, as a server's sockets do. */
function inOneTurn<T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  return Promise.all(calls.map((call) => new Promise<T>((resolve) => setImmediate(() => resolve(call())))));
}

describe("requests that come in one turn of the event loop", () => {
  it("are issued in one batch, each for its own user", async () => {
    const batches: (readonly string[])[] = [];
    const { handbill, store } = await install(
      {},
      {
        issue: (orders) => {
          batches.push(orders.map(({ userKey }) => userKey));
          return store.issue(orders);
        },
      },
    );
    const ask = (user: string) => async (): Promise<unknown> => {
      const answer = await handbill.fetch(
        post("/api/v1/web/ads", { platform_id: "pf_one", stable_user_id: user }),
      );
      return answer.json();
    };
    await inOneTurn([ask("who_came_before_them")]);
    batches.length = 0;
    const answers = await inOneTurn(Array.from({ length: 8 }, (_, index) => ask(`u${index}`)));
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ has_ad: true })));
    expect(batches.map((batch) => batch.length)).toEqual([8]);
    expect(new Set(batches.flat()).size).toBe(8);
  });
});

describe("the next turn", () => {
  it("comes for all callers that wait, in their order, and after the other due work of this one", async () => {
    const nextTick = createNextTick();
    const order: string[] = [];
    const wait = async (name: string): Promise<void> => {
      await nextTick();
      order.push(name);
    };
    const now = new Promise<void>((resolve) =>
      setImmediate(() => {
        order.push("this turn");
        resolve();
      }),
    );
    await Promise.all([wait("a"), wait("b"), now, wait("c")]);
    expect(order).toEqual(["this turn", "a", "b", "c"]);
    await wait("again");
    expect(order.at(-1)).toBe("again");
  });
});
