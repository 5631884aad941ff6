import { describe, expect, test } from "vitest";
import { browserWorld, type Visit, visit } from "./harness/world.ts";

const react = `import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Ad } from "./test/examples/react-ad.tsx";
import "./test/browser/harness/lab.ts";
function App() {
  const [question, ask] = useState("What is a latte?");
  const [isShown, show] = useState(true);
  window.app = { ask, show };
  return h("main", { id: "slot" }, isShown && h(Ad, { client: lab.client, question }));
}
createRoot(document.getElementById("app")).render(h(StrictMode, null, h(App)));`;

const world = browserWorld({ react });
const reactPage =
  '<!doctype html><html lang="en"><title>App</title><div id="app"></div><script type="module" src="/react.js"></script>';

const requests = ({ server }: Visit, name: string) =>
  server.log.filter((line) => line.startsWith(`POST /api/v1/web/${name} 200`)).length;

describe.concurrent("a single-page app", () => {
  test("that mounts the same ad again and again has its view confirmed once", async () => {
    const visited = await visit(world());
    const { id, cards } = await visited.page.evaluate(async () => {
      const ad = await lab.ad("text");
      for (let turn = 0; turn < 3; turn += 1) {
        const card = lab.sdk.mountAd(lab.slot(), { ad });
        await lab.frames();
        if (turn === 2) await lab.hear("viewed");
        card.destroy();
      }
      const cards = lab.slot().childElementCount;
      lab.sdk.mountAd(lab.slot(), { ad });
      await lab.sdk.trackView(ad);
      return { id: ad.delivery_id, cards };
    });
    expect(cards).toBe(0);
    await visited.endsWith([id]);
    expect(requests(visited, "seen")).toBe(1);
  });

  test("in React's strict mode requests one ad and confirms it once", async () => {
    const visited = await visit(world(), { html: reactPage });
    const { id, hosts } = await visited.page.evaluate(async () => {
      const { delivery } = await lab.hear("viewed");
      return { id: String(delivery), hosts: document.querySelectorAll("handbill-ad").length };
    });
    expect(hosts).toBe(1);
    expect(requests(visited, "ads")).toBe(1);
    await visited.endsWith([id]);
    expect(requests(visited, "seen")).toBe(1);
  });

  test("in React gets another ad for another question, and leaves none behind when it unmounts", async () => {
    const visited = await visit(world(), { html: reactPage });
    const { ids, hosts } = await visited.page.evaluate(async () => {
      const app: { ask: (question: string) => void; show: (isShown: boolean) => void } = Reflect.get(
        window,
        "app",
      );
      const first = await lab.hear("viewed");
      app.ask("And a cortado?");
      const second = await new Promise<string>((resolve) => {
        document.addEventListener("handbill:viewed", (event) => {
          if (event instanceof CustomEvent) resolve(event.detail.ad.delivery_id);
        });
      });
      app.show(false);
      await lab.frames();
      return {
        ids: [String(first.delivery), second],
        hosts: document.querySelectorAll("handbill-ad").length,
      };
    });
    expect(hosts).toBe(0);
    expect(requests(visited, "ads")).toBe(2);
    await visited.endsWith(ids);
  });
});
