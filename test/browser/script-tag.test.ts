import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { keepVisitorId } from "../../runtimes/browser/visitor-id.ts";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { openWindow } from "./harness/chromium.ts";
import { browserWorld, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();
const globalName: string = "Handbill";
/** So high that several cards are seen, whichever they are. */
const high = { viewport: { width: 800, height: 1_800 } };
let scripts: Record<string, string> = {};

beforeAll(async () => {
  scripts = { "/handbill.js": await buildBrowserBundle("handbill") };
});

const page = (attributes: string, body: string) =>
  `<!doctype html><html lang="en"><title>Page</title><script>
heard = []; for (const name of ["filled", "no-ad", "rendered", "viewed", "error"])
  document.addEventListener("handbill:" + name, ({ target }) => heard.push(name + " " + target.id));
</script><script src="{{ads}}/handbill.js" ${attributes}></script><main>${body}</main>`;

/** Resolves once these were heard, whatever else was. */
function hears(page: Page, ...wanted: string[]): Promise<unknown> {
  return page.waitForFunction((all) => {
    const heard: unknown = Reflect.get(window, "heard");
    return Array.isArray(heard) && all.every((one) => heard.includes(one));
  }, wanted);
}

const heardOf = ({ page }: Visit) => page.evaluate(() => Reflect.get(window, "heard"));
const idsOf = async ({ server }: Visit) => (await server.deliveries()).map(({ id }) => id);

describe.concurrent("a script tag", () => {
  test.each(["async", "defer", ""])(
    "(%s) fills the slots of a page that has no script of its own",
    async (how) => {
      const html = page(
        `${how} data-platform="pf_browser"`,
        `<div id="one" data-ad="chat"></div><div id="two" data-ad="sidebar" data-formats="card, quiz"></div>
<div id="three" data-ad data-test></div><div id="none" data-ad="chat" data-language="fi"></div>
<div id="wrong" data-ad="unregistered"></div>`,
      );
      const visited = await visit(world(), { html, scripts, window: high });
      await hears(visited.page, "viewed one", "viewed two", "rendered three", "no-ad none", "error wrong");
      const formats = (await visited.server.deliveries()).map(({ placement, format }) => [placement, format]);
      expect(formats.find(([placement]) => placement === "sidebar")?.[1]).toMatch(/^(card|quiz)$/);
      expect(formats).toHaveLength(2);
      await visited.endsWith(await idsOf(visited));
    },
  );

  test("fills a slot once, and later slots on request", async () => {
    const html = page('data-platform="pf_browser"', '<div id="one" data-ad="chat"></div>');
    const visited = await visit(world(), { html, scripts, window: high });
    await hears(visited.page, "rendered one");
    await visited.page.evaluate(async (name) => {
      const later = Object.assign(document.createElement("div"), { id: "later" });
      later.dataset["ad"] = "chat";
      document.body.append(later);
      const { fillSlots, client } = Reflect.get(window, name);
      await Promise.all([fillSlots(client), fillSlots(client)]);
    }, globalName);
    await hears(visited.page, "viewed one", "viewed later");
    const heard = await heardOf(visited);
    expect(heard.filter((one: string) => one.startsWith("filled"))).toEqual(["filled one", "filled later"]);
    await visited.endsWith(await idsOf(visited));
  });

  test("without data-platform only defines the global", async () => {
    const visited = await visit(world(), { html: page("", '<div data-ad="chat"></div>'), scripts });
    const names = await visited.page.evaluate((name) => {
      const Handbill: object = Reflect.get(window, name);
      return [Reflect.get(Handbill, "client"), ...Object.keys(Handbill).sort()];
    }, globalName);
    expect(names).toEqual([
      undefined,
      "AdError",
      "client",
      "configure",
      "createClient",
      "fillSlots",
      "keepVisitorId",
      "mountAd",
      "newVisitorId",
      "trackView",
    ]);
    expect(visited.server.log).toEqual([]);
    await visited.endsWith([]);
  });

  test("sends data-visitor as the visitor", async () => {
    const visited = await visit(world(), { html: "<p>Elsewhere</p>", scripts });
    const bodies: unknown[] = [];
    visited.page.on(
      "request",
      (request) => request.method() === "POST" && bodies.push(request.postDataJSON()),
    );
    const html = page(
      'data-platform="pf_browser" data-visitor="visitor-of-the-page"',
      '<div id="one" data-ad></div>',
    ).replaceAll("{{ads}}", visited.server.url);
    await visited.page.goto(`${world().site.origin}${world().site.add("with-visitor", { html })}`);
    await hears(visited.page, "viewed one");
    expect(bodies).toEqual([
      expect.objectContaining({ slots: [{}], visitor_id: "visitor-of-the-page", platform_id: "pf_browser" }),
      expect.objectContaining({ visitor_id: "visitor-of-the-page", view: expect.any(String) }),
    ]);
    await visited.endsWith(await idsOf(visited));
  });
});

describe.concurrent("on the visitor's device", () => {
  async function stored(attributes: string) {
    const html = page(`data-platform="pf_browser" ${attributes}`, '<div id="one" data-ad="chat"></div>');
    const visited = await visit(world(), { html, scripts, window: high });
    await hears(visited.page, "viewed one");
    const state = await visited.page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookie: document.cookie,
    }));
    const cookies = await visited.window.cookies();
    await visited.endsWith(await idsOf(visited));
    return { ...state, cookies };
  }
  const nothing = { session: {}, databases: [], caches: [], cookie: "", cookies: [] };

  test("nothing is stored", async () => {
    expect(await stored("")).toEqual({ local: {}, ...nothing });
  });

  test("only an id is stored, where the page allows it", async () => {
    const { local, ...rest } = await stored("data-keep-visitor");
    expect(local).toEqual({ "handbill-visitor": expect.stringMatching(/^[\d-]{23,}$/) });
    expect(rest).toEqual(nothing);
  });

  test("a stored id is the same on the next page, another id is not", async () => {
    const window = await openWindow(world().browser);
    const tab = await window.newPage();
    await tab.goto(
      `${world().site.origin}${world().site.add("ids", { html: '<script type="module" src="/lab.js"></script>' })}`,
    );
    const ids = () => tab.evaluate(() => [lab.sdk.keepVisitorId(), lab.sdk.newVisitorId()]);
    const [kept, fresh] = await ids();
    await tab.reload();
    const [keptAgain, freshAgain] = await ids();
    await window.close();
    expect(keptAgain).toBe(kept);
    expect(freshAgain).not.toBe(fresh);
  });

  // contract.md §2.1: 16–128 of A–Z a–z 0–9 _ . : -
  test.each([
    ["", false],
    ["short", false],
    ["somebody@mail.example", false],
    ["a".repeat(129), false],
    ["Visitor_1.of:a-page", true],
    ["a".repeat(128), true],
  ])("the stored id %o is used: %o", (stored, isKept) => {
    const items = new Map([["handbill-visitor", stored]]);
    const id = keepVisitorId(() => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => items.set(key, value),
    }));
    expect(id).toMatch(/^[\w.:-]{16,128}$/);
    expect(id === stored).toBe(isKept);
    expect([...items]).toEqual([["handbill-visitor", id]]);
  });
});
