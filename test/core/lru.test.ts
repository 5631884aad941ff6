import { describe, expect, it } from "vitest";
import { Lru } from "../../core/lru.ts";

describe("recently noted entries", () => {
  it("are known: at least the latest half of the capacity, and never more than the capacity", () => {
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

  it("stay known as long as they are used", () => {
    const recent = new Lru<string>(10);
    recent.set("asked for", "here");
    for (let key = 0; key < 1_000; key++) {
      recent.set(`${key}`, "");
      expect(recent.get("asked for")).toBe("here");
    }
  });

  it("are known by their latest value", () => {
    const recent = new Lru<number>(4);
    for (const value of [1, 2, 3]) recent.set("key", value);
    for (const key of ["a", "b"]) recent.set(key, 0);
    recent.set("key", 4);
    expect(recent.get("key")).toBe(4);
  });
});
