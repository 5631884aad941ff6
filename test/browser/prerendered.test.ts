import { expect, test } from "vitest";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

test("a prerendered page asks for its ad when the visitor opens it", async () => {
  const { page, server, endsWith } = await visit(world());
  await page.evaluate(async () => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
    lab.client.mount(lab.slot());
    await lab.frames();
    await lab.frames();
  });
  expect(server.log).toEqual([]);
  const id = await page.evaluate(async () => {
    Reflect.deleteProperty(document, "prerendering");
    document.dispatchEvent(new Event("prerenderingchange"));
    return (await lab.hear("viewed")).delivery;
  });
  await endsWith([String(id)]);
});
