import { describe, expect, test } from "vitest";
import { browserWorld, plainPage, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();

const lines = ({ server }: Visit, part: string) => server.log.filter((line) => line.includes(part));

const loadsLink = `
  await lab.show("text", "slot", { trackViews: false });
  const { href } = lab.shadow().querySelector("a");
  const load = (tag, attributes) => document.body.append(Object.assign(document.createElement(tag), attributes));
  load("img", { src: href });
  load("link", { rel: "stylesheet", href });
  load("iframe", { src: href });
  fetch(href, { mode: "no-cors" });`;

/** contract.md §4.5, with the headers that a browser really sends. */
describe("an advertising link", () => {
  test("loaded by a page itself, as a picture, a style, a fetch or a frame, is not billed", async () => {
    // Scripts that a test evaluates count as the visitor's actions, so the page acts by itself.
    const visited = await visit(world(), { html: `${plainPage}<script type="module">${loadsLink}</script>` });
    const answered = Array.from({ length: 4 }, () => expect.stringMatching(/ 302$/));
    await expect.poll(() => lines(visited, "/click/"), { timeout: 30_000 }).toEqual(answered);
    const fence = await visited.page.evaluate(() => lab.fence());
    await visited.endsWith([fence]);
  });

  test("clicked inside a frame, which opens there, counts", async () => {
    const visited = await visit(world());
    const id = await visited.page.evaluate(async () => {
      const { ad } = await lab.show("text", "slot", { trackViews: false });
      const href = lab.shadow().querySelector("a")?.href ?? "";
      const frame = document.createElement("iframe");
      frame.name = "inside";
      frame.srcdoc = `<a href="${href}">In the frame</a>`;
      document.body.append(frame);
      return ad.delivery_id;
    });
    await visited.page.frameLocator("iframe").getByRole("link").click();
    await expect
      .poll(() => lines(visited, "/click/"), { timeout: 30_000 })
      .toEqual([expect.stringMatching(/ 302$/)]);
    await visited.endsWith([id]);
  });
});
