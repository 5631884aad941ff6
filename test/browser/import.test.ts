import { expect, test } from "vitest";
import { run } from "../packaging/commands.ts";
import { bundle } from "./harness/bundle.ts";
import { browserWorld, visit } from "./harness/world.ts";

const exported = 'export * from "./runtimes/browser/mod.ts";';
const world = browserWorld({ reader: 'import "./test/browser/harness/read-globals.ts";' });

test("importing the SDK in a server rendering process touches nothing and throws nothing", async () => {
  const { code } = await bundle(exported, { format: "esm" });
  const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const script = `const before = Reflect.ownKeys(globalThis);
const sdk = await import(${JSON.stringify(url)});
const { requestAd } = sdk.createClient({ baseUrl: "https://ads.example", platformId: "pf_x", visitorId: sdk.newVisitorId() });
console.log(JSON.stringify([Object.keys(sdk).sort(), typeof requestAd, Reflect.ownKeys(globalThis).length - before.length]));`;
  const [names, requestAd, added] = JSON.parse(await run("node", ["--input-type=module", "--eval", script]));
  expect(names).toEqual([
    "AdError",
    "adKey",
    "configure",
    "createClient",
    "fillSlots",
    "keepVisitorId",
    "mountAd",
    "newVisitorId",
    "placeAd",
    "trackView",
  ]);
  expect([requestAd, added]).toEqual(["function", 0]);
});

test("importing the SDK in a page changes nothing there", async () => {
  const { page, endsWith, server } = await visit(world(), {
    html: "<!doctype html><title>Page</title><p>Mine</p><script type=module src=/reader.js></script>",
  });
  const found = await page.evaluate(() => Reflect.get(window, "read"));
  expect(found).toEqual({ added: [], html: "<p>Mine</p>", requests: [] });
  expect(server.log).toEqual([]);
  await endsWith([]);
});
