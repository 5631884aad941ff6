import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bin, root, run } from "./commands.ts";
import { adapterSkeleton, application, everyEntry, managed } from "./consumer.ts";
import { deadMappings } from "./dead-mappings.ts";
import { type Packed, packAndInstall } from "./packed.ts";

let packed: Packed;

beforeAll(async () => {
  packed = await packAndInstall();
});
afterAll(() => packed?.remove());

describe("the packed package", () => {
  it("has nothing that publint minds", async () => {
    expect(await run(bin("publint"), ["run", "--strict", packed.tarball])).toContain("All good!");
  });

  it("has types that resolve from every ES module", async () => {
    await run(bin("attw"), [
      packed.tarball,
      "--profile",
      "esm-only",
      // Scripts to copy or to serve, not to import.
      "--exclude-entrypoints",
      "./browser/handbill.js",
      "./browser/handbill-debug.js",
    ]);
  });

  it("holds what its exports name, and no tests", async () => {
    const files = (await run("tar", ["-tzf", packed.tarball])).split("\n");
    expect(files).toContain("package/dist/core/mod.js");
    expect(files).toContain("package/LICENSE");
    expect(files).toContain("package/dist/licenses.txt");
    expect(files).toContain("package/dist/runtimes/browser/handbill.js");
    expect(files).toContain("package/dist/runtimes/browser/handbill-debug.js");
    expect(files).toContain("package/dist/runtimes/demo/site/page.html");
    expect(files.filter((file) => /\.test\.|\.tsbuildinfo/.test(file))).toEqual([]);
  });

  it("has maps from compiled code and types to its TypeScript sources, true to the line", () => {
    const dead = deadMappings(join(packed.project, "node_modules/handbill/dist"));
    // Scripts for browsers, where each byte counts, and libraries, whose sources are not in the package, have no maps.
    const unmapped =
      /^(?:libraries\/.*|runtimes\/(?:browser\/handbill(?:-debug)?|demo\/site\/page)\.js) has no map$/;
    expect(dead.filter((line) => !unmapped.test(line))).toEqual([]);
  });

  it("names the line of the TypeScript source in the stack of an error, with --enable-source-maps", async () => {
    const program = `import { serve } from "handbill/node";
      await serve({}, { port: -1 }).catch(({ stack }) => console.log(stack));`;
    const args = ["--enable-source-maps", "--input-type=module", "--eval", program];
    const [, frame = ""] = (await run(bin("node"), args, packed.project)).split("\n");
    const [, path = "", line] = /(node_modules\/handbill\/runtimes\/[\w-]+\.ts):(\d+):\d+/.exec(frame) ?? [];
    const source = await readFile(join(packed.project, path), "utf8");
    expect(source.split("\n")[Number(line) - 1]).toContain("throw new RangeError");
  });

  it.each([
    ["node", ["app.mjs"]],
    ["bun", ["app.mjs"]],
    ["deno", ["run", "--no-lock", "--allow-net=127.0.0.1", "--allow-env=HANDBILL_*", "app.mjs"]],
  ] as const)("serves an ad on %s", async (runtime, args) => {
    await writeFile(join(packed.project, "app.mjs"), application(runtime));
    const said = await run(bin(runtime), args, packed.project);
    expect(JSON.parse(said)).toEqual({ status: 200, has_ad: true, test: true, ranOn: runtime });
  });

  it("installs the libraries of serving, and none of management, console and command line", async () => {
    const folders = await readdir(join(packed.project, "node_modules"), {
      recursive: true,
      withFileTypes: true,
    });
    const packages = folders
      .filter(
        ({ name, parentPath }) =>
          name === "package.json" && /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath),
      )
      .map(({ parentPath }) =>
        parentPath.slice(parentPath.lastIndexOf("node_modules/") + "node_modules/".length),
      );
    expect(packages.sort()).toEqual(["@noble/hashes", "handbill", "isbot", "itty-router", "valibot"]);
  });

  it("holds the licence of each library that is bundled into it", async () => {
    const licenses = await readFile(join(packed.project, "node_modules/handbill/dist/licenses.txt"), "utf8");
    for (const name of [
      "@valibot/to-json-schema",
      "commander",
      "d3-scale",
      "hyparquet",
      "hyparquet-writer",
      "internmap",
      "tldts",
    ]) {
      expect(licenses).toMatch(new RegExp(`^${name}$`, "m"));
    }
  });

  it.each([
    ["node", []],
    ["bun", []],
    ["deno", ["run", "--no-lock", "--allow-env=HANDBILL_*"]],
  ] as const)(
    "manages on %s: the API's description, the console and the list of public suffixes",
    async (runtime, args) => {
      await writeFile(join(packed.project, "managed.mjs"), managed);
      const said: unknown = JSON.parse(await run(bin(runtime), [...args, "managed.mjs"], packed.project));
      expect(said).toMatchObject({
        openapi: expect.stringMatching(/^3\.1/),
        page: true,
        refused: 400,
        text: expect.stringContaining("below this suffix"),
      });
    },
  );

  it.each([
    ["node", []],
    ["bun", []],
    ["deno", ["run", "--no-lock", "--allow-all"]],
  ] as const)("brings a command line that runs on %s", async (runtime, args) => {
    const program = join(packed.project, "node_modules/handbill/dist/runtimes/cli/main.js");
    const secret = await run(bin(runtime), [...args, program, "secret"], packed.project);
    expect(secret.trim().length).toBeGreaterThanOrEqual(32);
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect(await run(bin(runtime), [...args, program, "--version"], packed.project)).toBe(`${version}\n`);
  });

  it("has everything that the author of an adapter needs", async () => {
    await writeFile(join(packed.project, "adapter.ts"), adapterSkeleton);
    const program = `import { missing, openTiny, values } from "./adapter.ts";
      const refused = await openTiny().issue([{ deliveryId: "no id" }]).catch(({ name }) => name);
      const have = [values.includes(undefined), missing.includes("issue"), missing.at(-1), refused];
      console.log(JSON.stringify(have));`;
    const said = await run(bin("node"), ["--input-type=module", "--eval", program], packed.project);
    expect(JSON.parse(said)).toEqual([false, false, "close", "StoreDataError"]);
  });

  it("type-checks where neither @types/node nor bun-types is installed", async () => {
    await writeFile(join(packed.project, "entries.ts"), everyEntry);
    await writeFile(join(packed.project, "adapter.ts"), adapterSkeleton);
    const options = {
      compilerOptions: {
        target: "es2023",
        lib: ["es2024", "dom", "dom.iterable"],
        module: "nodenext",
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        types: [],
      },
      files: ["entries.ts", "adapter.ts"],
    };
    await writeFile(join(packed.project, "tsconfig.json"), JSON.stringify(options));
    expect(await run(bin("tsc"), ["-p", "."], packed.project)).toBe("");
  });

  it("can be published to npm, which says from which repository and commit it was built", async () => {
    await run("npm", ["publish", "--dry-run", packed.tarball]);
    const manifest: unknown = JSON.parse(
      await readFile(join(packed.project, "node_modules/handbill/package.json"), "utf8"),
    );
    expect(manifest).toMatchObject({
      repository: { type: "git", url: expect.stringMatching(/^git\+https:.*\.git$/) },
      homepage: expect.stringMatching(/^https:/),
      bugs: expect.stringMatching(/^https:/),
      publishConfig: { access: "public", provenance: true },
    });
  });
});

it("can be published to JSR", async () => {
  await run(bin("deno"), ["publish", "--dry-run", "--allow-dirty"]);
});
