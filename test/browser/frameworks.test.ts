import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { createSSRApp } from "vue";
import { renderToString as renderVue } from "vue/server-renderer";
import type { Shown } from "./frameworks/app.ts";
import { answer, openChatSite } from "./frameworks/chat-site.ts";
import { ReactApp } from "./frameworks/react-app.ts";
import { sveltePlugin } from "./frameworks/svelte-plugin.ts";
import { VueApp } from "./frameworks/vue-app.ts";
import { bundle } from "./harness/bundle.ts";
import { openWindow } from "./harness/chromium.ts";
import { browserWorld, expectCharges, type Visit, visit } from "./harness/world.ts";

const loadLab = 'import "./test/browser/harness/lab.ts";';
const root = 'const root = document.getElementById("app");';

const world = browserWorld({
  react: `import { createElement, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { ReactApp } from "./test/browser/frameworks/react-app.ts";
${loadLab} ${root}
// React mounts twice only what is strict from its root on.
const app = createElement(StrictMode, null, createElement(ReactApp));
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);`,
  "react-visitor": `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { keepVisitorId, newVisitorId } from "./runtimes/browser/mod.ts";
import { HandbillAd, HandbillProvider } from "./runtimes/react/mod.ts";
import { settings } from "./test/browser/frameworks/app.ts";
${loadLab} ${root}
const app = createRoot(root);
window.draw = (keeps, question) => {
  const visitorId = keeps ? keepVisitorId : newVisitorId;
  app.render(createElement(HandbillProvider, { ...settings, visitorId }, createElement(HandbillAd, { question })));
};`,
  "vue-visitor": `import { createApp, h, shallowRef } from "vue";
import { keepVisitorId, newVisitorId } from "./runtimes/browser/mod.ts";
import { HandbillAd, HandbillProvider } from "./runtimes/vue/mod.ts";
import { settings } from "./test/browser/frameworks/app.ts";
${loadLab} ${root}
const drawn = shallowRef();
const ad = () => h(HandbillAd, { question: drawn.value[1] });
createApp({
  render: () => drawn.value && h(HandbillProvider, { ...settings, visitorId: drawn.value[0] ? keepVisitorId : newVisitorId }, ad),
}).mount(root);
window.draw = (...next) => { drawn.value = next; };`,
  vue: `import { createApp, createSSRApp } from "vue";
import { VueApp } from "./test/browser/frameworks/vue-app.ts";
${loadLab} ${root}
(root.hasChildNodes() ? createSSRApp : createApp)(VueApp).mount(root);`,
});

beforeAll(async () => {
  const source = `import { mount } from "svelte";
import { client } from "./test/browser/frameworks/app.ts";
import App from "./test/browser/frameworks/svelte-app.svelte";
${loadLab} ${root}
mount(App, { target: root, props: { client } });`;
  const { code } = await bundle(source, {
    format: "esm",
    ignoreAnnotations: true,
    plugins: [sveltePlugin],
    conditions: ["browser", "development"],
  });
  world().site.add("svelte.js", { html: code, headers: { "content-type": "text/javascript" } });
});

const frameworks = ["react", "vue", "svelte"] as const;
type Framework = (typeof frameworks)[number];

interface Opened extends Visit {
  /** What the browser's console complained about. */
  readonly complaints: () => Promise<readonly string[]>;
  readonly requests: (name: "ads" | "seen") => number;
  readonly show: (shown: Shown) => Promise<void>;
}

async function open(framework: Framework, content = ""): Promise<Opened> {
  const html = `<!doctype html><html lang="en"><title>App</title><div id="app">${content}</div>
<script>complaints = []; for (const level of ["error", "warn"]) console[level] = (...all) => complaints.push(all.join(" "))</script>
<script type="module" src="/${framework}.js"></script>`;
  const visited = await visit(world(), { html });
  expect(visited.problems).toEqual([]);
  return {
    ...visited,
    complaints: () => visited.page.evaluate<string[]>("complaints"),
    requests: (name) =>
      visited.server.log.filter((line) => line.startsWith(`POST /api/v1/web/${name} 200`)).length,
    show: (shown) => visited.page.evaluate((next) => window.app.show(next), shown),
  };
}

/** The delivery of a view that was or will be confirmed, other than those that are known. */
function viewed(page: Page, known: readonly string[] = []): Promise<string> {
  return page.evaluate(
    (ids) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          for (const { name, delivery } of lab.heard)
            if (name === "viewed" && delivery && !ids.includes(delivery)) resolve(delivery);
        };
        look();
        document.addEventListener("handbill:viewed", look);
      }),
    known,
  );
}

const cards = ({ page }: Visit) => page.locator("handbill-ad").count();

describe.concurrent.each(frameworks)("an ad in %s", (framework) => {
  test("is requested and charged once in strict mode too, again for another question, not for a longer answer", async () => {
    const opened = await open(framework);
    const first = await viewed(opened.page);
    for (const text of ["A latte", "A latte is", "A latte is espresso with milk."])
      await opened.show({ question: "What is a latte?", answer: text });
    await opened.page.evaluate(() => lab.frames());
    expect(await cards(opened)).toBe(1);
    expect(opened.requests("ads")).toBe(1);
    await opened.show({ question: "And a cortado?", placement: "sidebar", fields: { language_code: "en" } });
    const second = await viewed(opened.page, [first]);
    await opened.show(null);
    await opened.page.evaluate(() => lab.frames());
    expect(await cards(opened)).toBe(0);
    expect(await opened.complaints()).toEqual([]);
    await opened.endsWith([first, second]);
    expect(opened.requests("ads")).toBe(2);
    expect(opened.requests("seen")).toBe(2);
  });

  test("that the page has already is shown without a request, and not once it has expired", async () => {
    const opened = await open(framework);
    const first = await viewed(opened.page);
    const given = await opened.page.evaluate(() => window.app.request());
    if (given === null) throw new Error("There is no ad.");
    await opened.show({ ad: given });
    expect(await viewed(opened.page, [first])).toBe(given.delivery_id);
    await opened.show({ ad: { ...given, delivery_id: "older", expires_at: "2026-01-01T00:00:00.000Z" } });
    await opened.page.locator("handbill-ad section").waitFor({ state: "detached" });
    await opened.show({ ad: null });
    await opened.page.evaluate(() => lab.frames());
    expect(opened.requests("ads")).toBe(2);
    await opened.endsWith([first, given.delivery_id]);
  });
});

describe.concurrent("a page that a server rendered", () => {
  test.each([
    ["react", () => renderToString(createElement(ReactApp))],
    ["vue", () => renderVue(createSSRApp(VueApp))],
  ] as const)(
    "with %s continues in the browser without a warning, and has one ad on each route",
    async (framework, render) => {
      const html = await render();
      expect(html).toContain("<div></div>");
      const opened = await open(framework, html);
      const ids = [await viewed(opened.page)];
      for (const key of ["/one", "/two"]) {
        await opened.show({ key, question: "What is a latte?" });
        ids.push(await viewed(opened.page, ids));
      }
      expect(await opened.complaints()).toEqual([]);
      await opened.endsWith(ids);
      expect(opened.requests("ads")).toBe(3);
    },
  );
});

describe.concurrent("the visitor of a page", () => {
  test.each(["react", "vue"])(
    "in %s is kept after consent only, also when consent is withdrawn",
    async (framework) => {
      const html = `<!doctype html><html lang="en"><title>App</title><div id="app"></div>
<script type="module" src="/${framework}-visitor.js"></script>`;
      const { page, window, server } = await visit(world(), { html });
      const ask = async (keeps: boolean, question: string): Promise<string> => {
        const request = page.waitForRequest("**/web/ads");
        await page.evaluate(([keeps, question]) => Reflect.get(globalThis, "draw")(keeps, question), [
          keeps,
          question,
        ] as const);
        return (await request).postDataJSON().visitor_id;
      };
      const before = await ask(false, "one");
      const again = await ask(false, "two");
      const kept = await ask(true, "three");
      const stored = await page.evaluate(() => localStorage.getItem("handbill-visitor"));
      const withdrawn = await ask(false, "four");
      expect([again, kept]).toEqual([before, stored]);
      expect([before, kept]).not.toContain(withdrawn);
      await window.close();
      await server.close();
    },
  );
});

describe.concurrent("a chat whose server requests the ads", () => {
  test.each(["use-chat", "assistant-ui"] as const)(
    "in %s shows the ad below the answer, has its view charged once, and never shows it to the model",
    async (page) => {
      const chat = await openChatSite(page, world().site.origin);
      const window = await openWindow(world().browser);
      const tab = await window.newPage();
      const problems: string[] = [];
      tab.on("pageerror", (error) => problems.push(String(error)));
      await tab.goto(chat.url);
      const ask = async (known: readonly string[]): Promise<string> => {
        if (page === "assistant-ui") await tab.getByRole("textbox").fill("What is a latte?");
        await tab.getByRole("button", { name: "Ask" }).click();
        return viewed(tab, known);
      };
      const first = await ask([]);
      const text = await tab.getByText(answer).boundingBox();
      const card = await tab.locator("handbill-ad").boundingBox();
      expect(card?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
      await tab.getByRole("button", { name: "No, thanks" }).click();
      await tab.waitForFunction(() => lab.heard.filter(({ name }) => name === "rendered").length > 1);
      const second = await ask([first]);
      await window.close();
      await chat.close();
      expect(problems).toEqual([]);
      await expectCharges(chat.server, [first, second]);
      const [, prompt = ""] = chat.prompts();
      expect(prompt).toContain(answer);
      expect(prompt).not.toMatch(/handbill|savings tip|Tern & Sons|delivery_id/);
    },
  );
});
