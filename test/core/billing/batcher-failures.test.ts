import { describe, expect, it } from "vitest";
import { isOutage } from "../../../core/outage.ts";
import { createBatcher, QueueFull } from "../../../core/storage/batcher.ts";
import { settled, stateOf } from "../settled.ts";
import {
  heldRuns,
  type Item,
  Outage,
  type Outcome,
  recorded,
  refusing,
  results,
  settings,
} from "./held-runs.ts";

describe("items of one identity", () => {
  it("reach the store once a batch; the first gets its outcome, the others that of a repetition", async () => {
    const { runs, submit } = heldRuns();
    const promises = submit("a", "b", "a", "a");
    await settled();
    expect(runs[0]?.ids).toEqual(["a", "b"]);
    runs[0]?.succeed();
    expect(await results(promises)).toEqual(["a recorded", "b recorded", "a repeated", "a repeated"]);
  });

  it("reach it again in a later batch, for the store to judge", async () => {
    const { runs, submit } = heldRuns();
    submit("a");
    await settled();
    submit("a");
    runs[0]?.succeed();
    await settled();
    expect(runs.map(({ ids }) => ids)).toEqual([["a"], ["a"]]);
  });

  it("all fail when their one item fails", async () => {
    expect(await refusing(["a"], new Error("bad")).submit("a", "b", "a")).toEqual([
      "failed: bad",
      "b recorded",
      "failed: bad",
    ]);
  });

  it("may be called __proto__", async () => {
    expect(await refusing([], new Error("bad")).submit("__proto__", "__proto__")).toEqual([
      "__proto__ recorded",
      "__proto__ repeated",
    ]);
  });
});

describe("a batch that fails", () => {
  it("is halved until the bad item is alone; its neighbours succeed", async () => {
    const ids = Array.from({ length: 16 }, (_, index) => `i${index}`);
    for (const bad of ids) {
      const { submit, sent } = refusing([bad], new Error("bad"));
      expect(await submit(...ids)).toEqual(ids.map((id) => (id === bad ? "failed: bad" : `${id} recorded`)));
      expect(sent.length).toBeLessThanOrEqual(1 + 2 * Math.log2(16));
    }
  });

  it("fails none but the bad ones, however many they are", async () => {
    const { submit } = refusing(["a", "d"], new Error("bad"));
    expect(await submit(..."abcde")).toEqual([
      "failed: bad",
      "b recorded",
      "c recorded",
      "failed: bad",
      "e recorded",
    ]);
  });

  it("by an outage fails as a whole, without asking the store again", async () => {
    const { submit, sent } = refusing(["a"], new Outage("not there"));
    expect(await submit("a", "b", "c")).toEqual([
      "failed: not there",
      "failed: not there",
      "failed: not there",
    ]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["too few", -1],
    ["too many", 1],
  ])(
    "because the store answered %s fails every item rather than give one the outcome of another",
    async (_name, more) => {
      const batcher = createBatcher<Item, Outcome>({
        ...settings,
        run: async (items) => [...recorded(items), ...recorded(items)].slice(0, items.length + more),
      });
      const outcomes = await results(["a", "b", "c"].map((id) => batcher.submit({ id })));
      for (const outcome of outcomes) expect(outcome).toMatch(/^failed: .*length/);
    },
  );

  it("with a hole among its outcomes leaves no caller waiting forever", async () => {
    const batcher = createBatcher<Item, Outcome | undefined>({
      identity: (item) => item.id,
      repeated: (first) => first,
      maxBatch: 4,
      maxWaiting: 10,
      run: async (items) =>
        items.map(({ id }): Outcome | undefined => (id === "b" ? undefined : `${id} recorded`)),
    });
    const promises = ["a", "b"].map((id) => batcher.submit({ id }));
    await batcher.drained();
    expect(await stateOf(Promise.allSettled(promises))).not.toBe("pending");
  });

  it("is distinguished from an outage by the error's own field", () => {
    for (const other of [
      new Error("x"),
      { outage: false },
      { outage: "true" },
      null,
      undefined,
      "outage",
      7,
    ]) {
      expect(isOutage(other)).toBe(false);
    }
    expect([isOutage(new Outage("x")), isOutage({ outage: true }), isOutage(new QueueFull("x"))]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
