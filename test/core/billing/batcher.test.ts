import { describe, expect, it } from "vitest";
import { isOutage } from "../../../core/outage.ts";
import { QueueFull } from "../../../core/storage/batcher.ts";
import { settled, stateOf } from "../settled.ts";
import { heldRuns, Outage, results } from "./held-runs.ts";

describe("batches", () => {
  it("take all items of one moment, and each gets its own outcome", async () => {
    const { runs, submit } = heldRuns();
    const promises = submit("a", "b", "c");
    await settled();
    expect(runs.map(({ ids }) => ids)).toEqual([["a", "b", "c"]]);
    runs[0]?.succeed();
    expect(await results(promises)).toEqual(["a recorded", "b recorded", "c recorded"]);
  });

  it("leave one after the other: the next when the previous has returned, with all that came meanwhile", async () => {
    const { runs, submit } = heldRuns();
    submit("a");
    await settled();
    const later = [...submit("b"), ...submit("c")];
    await settled();
    expect(runs).toHaveLength(1);
    runs[0]?.succeed();
    await settled();
    expect(runs.map(({ ids }) => ids)).toEqual([["a"], ["b", "c"]]);
    expect(await stateOf(Promise.race(later))).toBe("pending");
    runs[1]?.succeed();
    expect(await results(later)).toEqual(["b recorded", "c recorded"]);
  });

  it("are answered only after the store has returned", async () => {
    const { runs, submit } = heldRuns();
    const [promise] = submit("a");
    expect(await stateOf(promise ?? Promise.reject())).toBe("pending");
    runs[0]?.succeed();
    expect(await stateOf(promise ?? Promise.reject())).toEqual({ value: "a recorded" });
  });

  it("have at most so many items, in the order in which they came", async () => {
    const { runs, submit } = heldRuns();
    submit("1", "2", "3", "4", "5", "6", "7", "8", "9");
    for (let run = 0; run < 3; run++) {
      await settled();
      runs[run]?.succeed();
    }
    await settled();
    expect(runs.map(({ ids }) => ids.join(""))).toEqual(["1234", "5678", "9"]);
  });

  it("leave again after the batcher had nothing to do, and after one failed", async () => {
    const { runs, submit } = heldRuns();
    const first = results(submit("a"));
    await settled();
    runs[0]?.fail(new Outage("not there"));
    expect(await first).toEqual(["failed: not there"]);
    const second = results(submit("a"));
    await settled();
    runs[1]?.succeed();
    expect(await second).toEqual(["a recorded"]);
  });
});

describe("a full queue", () => {
  it("refuses at once, as an outage, and sends no refused item", async () => {
    const { runs, submit } = heldRuns();
    submit("under way");
    await settled();
    const waiting = submit(..."0123456789");
    const [refused] = submit("one too many");
    await expect(refused).rejects.toBeInstanceOf(QueueFull);
    await expect(refused?.catch(isOutage)).resolves.toBe(true);
    for (let run = 0; run < 4; run++) {
      runs[run]?.succeed();
      await settled();
    }
    expect(await results(waiting)).toEqual([..."0123456789"].map((id) => `${id} recorded`));
    expect(runs.flatMap(({ ids }) => ids)).not.toContain("one too many");
  });

  it("takes items again as soon as a batch has left", async () => {
    const { runs, submit } = heldRuns();
    submit("under way");
    await settled();
    submit(..."0123456789");
    runs[0]?.succeed();
    await settled();
    const [next] = submit("next");
    expect(await stateOf(next ?? Promise.reject())).toBe("pending");
  });
});

describe("draining", () => {
  it("is done at once when there is nothing", async () => {
    expect(await stateOf(heldRuns().batcher.drained())).toEqual({ value: undefined });
  });

  it("waits for all submitted items, including those that came meanwhile", async () => {
    const { batcher, runs, submit } = heldRuns();
    submit("1", "2", "3", "4", "5");
    const drained = batcher.drained();
    await settled();
    submit("6");
    runs[0]?.succeed();
    expect(await stateOf(drained)).toBe("pending");
    runs[1]?.succeed();
    expect(await stateOf(drained)).toEqual({ value: undefined });
    expect(runs.map(({ ids }) => ids.join(""))).toEqual(["1234", "56"]);
  });

  it("is done when the last batch has failed", async () => {
    const { batcher, runs, submit } = heldRuns();
    const outcome = results(submit("a"));
    await settled();
    runs[0]?.fail(new Outage("not there"));
    await batcher.drained();
    expect(await outcome).toEqual(["failed: not there"]);
  });
});
