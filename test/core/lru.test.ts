import { describe, expect, it } from "vitest";
import { Lru } from "../../core/lru.ts";

describe("what was noted lately", () => {
  it("is known: the half of what there is room for that came last, and never more than there is room for", () => {
    const recent = new Lru<number>(100);
    for (let key = 0; key < 1_000; key++) {
      recent.set(`${key}`, key);
      for (let back = 0; back < 50 && back <= key; back++) {
        if (recent.get(`${key - back}`) !== key - back) expect.fail(`${key - back} was forgotten at ${key}`);
      }
    }
    const known = Array.from({ length: 1_000 }, (_, key) => recent.get(`${key}`)).filter(
      (value) => value !== undefined,
    );
    expect(known.length).toBeLessThanOrEqual(100);
  });

  it("stays known as long as it is asked for", () => {
    const recent = new Lru<string>(10);
    recent.set("asked for", "here");
    for (let key = 0; key < 1_000; key++) {
      recent.set(`${key}`, "");
      expect(recent.get("asked for")).toBe("here");
    }
  });

  it("is known by its latest value", () => {
    const recent = new Lru<number>(4);
    for (const value of [1, 2, 3]) recent.set("key", value);
    for (const key of ["a", "b"]) recent.set(key, 0);
    recent.set("key", 4);
    expect(recent.get("key")).toBe(4);
  });
});
