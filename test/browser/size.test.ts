import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Bundle, bundle, bundleScriptTag } from "./harness/bundle.ts";

const gzipped = ({ bytes }: Bundle): number => gzipSync(bytes, { level: 9 }).length;

const core = () =>
  bundle('export { mountAd, trackView, configure } from "./runtimes/browser/mod.ts";', {
    format: "esm",
    minify: true,
  });

describe("the SDK, minified and gzipped,", () => {
  test("is at most 4,500 bytes with its styles", async () => {
    expect(gzipped(await core())).toBeLessThanOrEqual(4_500);
  });

  test("is at most 5,500 bytes as a script tag, with client and slots", async () => {
    expect(gzipped(await bundleScriptTag({ minify: true }))).toBeLessThanOrEqual(5_500);
  });

  test("has no code but its own: none of the server's, no dependency", async () => {
    for (const { inputs, code } of [await core(), await bundleScriptTag()]) {
      const files = Object.keys(inputs).filter((file) => file !== "entry.ts");
      expect(files.length).toBeGreaterThan(5);
      expect(files.filter((file) => !file.startsWith("runtimes/browser/"))).toEqual([]);
      expect(code).not.toMatch(/innerHTML|insertAdjacent|document\.write|\beval\b|new Function|\.cssText/);
    }
  });
});
