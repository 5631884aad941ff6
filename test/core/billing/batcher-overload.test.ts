import { describe, expect, it } from "vitest";
import { createBatcher, QueueFull } from "../../../core/storage/batcher.ts";
import { createDeadlines } from "../../../core/timing/deadlines.ts";
import { heldTimer } from "../../faults/held-timer.ts";
import { settled } from "../settled.ts";

const timeoutMs = 10_000;
const maxWaitMs = 400;

/** Small batches, over a store that answers when the test says so. */
function world(maxBatch = 2) {
  const held = heldTimer();
  const sent: { readonly items: readonly string[]; readonly answer: () => void }[] = [];
  const batcher = createBatcher<string, string>({
    run: (items) => new Promise((resolve) => void sent.push({ items, answer: () => resolve(items) })),
    identity: (item) => item,
    repeated: (first) => first,
    maxBatch,
    maxWaiting: 100,
    maxWaitMs,
    deadlines: createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs, ...held }),
  });
  const ends = new Map<string, string>();
  const submit = async (...items: readonly string[]): Promise<void> => {
    for (const item of items) {
      batcher.submit(item).then(
        () => ends.set(item, "stored"),
        (error: unknown) => ends.set(item, error instanceof QueueFull ? "refused" : String(error)),
      );
    }
    await settled();
  };
  const answer = async (index: number): Promise<void> => {
    sent[index]?.answer();
    await settled();
  };
  return { ...held, sent, ends, submit, answer };
}

describe("items that have waited too long", () => {
  it("are refused when more wait than the next batch takes, the oldest first, and are never sent", async () => {
    const { submit, pass, answer, sent, ends } = world();
    await submit("under", "way");
    await submit("a", "b", "c");
    pass(maxWaitMs + 1);
    await submit("d", "e");
    await answer(0);
    expect(sent.map(({ items }) => items)).toEqual([
      ["under", "way"],
      ["d", "e"],
    ]);
    expect(["a", "b", "c"].map((item) => ends.get(item))).toEqual(["refused", "refused", "refused"]);
    await answer(1);
    expect(["under", "way", "d", "e"].map((item) => ends.get(item))).toEqual(Array(4).fill("stored"));
  });

  it("are sent all the same when the next batch has room for them: the store is slow, and no other item waits", async () => {
    const { submit, pass, answer, sent, ends } = world();
    await submit("first");
    pass(3_000);
    await answer(0);
    await submit("under", "way");
    await submit("a", "b");
    pass(3_000);
    await answer(1);
    expect(sent[2]?.items).toEqual(["a", "b"]);
    expect(ends.get("a")).toBeUndefined();
  });

  it("are refused while a store that was quick does not answer, and sent items are not", async () => {
    const { submit, pass, answer, ends, sent } = world();
    await submit("quick");
    await answer(0);
    await submit("under", "way");
    await submit("a");
    pass(timeoutMs / 20 + maxWaitMs);
    await settled();
    expect(ends.get("a")).toBe("refused");
    expect(ends.get("under")).toBeUndefined();
    await answer(1);
    expect(ends.get("under")).toBe("stored");
    expect(sent.flatMap(({ items }) => items)).not.toContain("a");
  });

  it("are not refused as long as half a batch would hold all that are there", async () => {
    const { submit, pass, answer, ends } = world(4);
    await submit("quick");
    await answer(0);
    await submit("under");
    await submit("a");
    pass(timeoutMs / 2);
    await settled();
    expect(ends.get("a")).toBeUndefined();
  });
});
