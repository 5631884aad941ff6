import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { bundle } from "./harness/bundle.ts";

const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length;

const core = () =>
  bundle('export { mountAd, trackView, configure } from "./runtimes/browser/mod.ts";', {
    format: "esm",
    minify: true,
  });

const scriptTag = () =>
  bundle('import "./runtimes/browser/script-tag.ts";', { format: "iife", ignoreAnnotations: true });

describe("the SDK, minified and gzipped,", () => {
  test("is at most 5,300 bytes with its styles", async () => {
    expect(gzipped((await core()).code)).toBeLessThanOrEqual(5_300);
  });

  test("is at most 7,200 bytes as a script tag, with client and slots", async () => {
    expect(gzipped(await buildBrowserBundle("handbill"))).toBeLessThanOrEqual(7_200);
  });

  test.each(["react", "vue"])("grows by at most 1,200 bytes with the components for %s", async (room) => {
    const sdk = 'export { createClient, mountAd, newVisitorId } from "./runtimes/browser/mod.ts";';
    const components = `export * from "./runtimes/${room}/mod.ts";`;
    const sizeOf = async (source: string): Promise<number> =>
      gzipped((await bundle(source, { format: "esm", minify: true, external: [room] })).code);
    const [alone, together] = [await sizeOf(sdk), await sizeOf(sdk + components)];
    expect(together).toBeGreaterThan(alone);
    expect(together - alone).toBeLessThanOrEqual(1_200);
  });

  test("beside it the AI SDK's part, for servers, is at most 1,200 bytes", async () => {
    const { code, inputs } = await bundle('export * from "./runtimes/ai-sdk/mod.ts";', {
      format: "esm",
      minify: true,
    });
    expect(Object.keys(inputs)).toContain("runtimes/ai-sdk/append-ad.ts");
    expect(gzipped(code)).toBeLessThanOrEqual(1_200);
  });

  test("has no code but its own: none of the server's, no dependency", async () => {
    for (const { inputs, code } of [await core(), await scriptTag()]) {
      const files = Object.keys(inputs).filter((file) => file !== "entry.ts");
      expect(files.length).toBeGreaterThan(5);
      expect(files.filter((file) => !file.startsWith("runtimes/browser/"))).toEqual([]);
      expect(code).not.toMatch(/innerHTML|insertAdjacent|document\.write|\beval\b|new Function|\.cssText/);
    }
  });
});
