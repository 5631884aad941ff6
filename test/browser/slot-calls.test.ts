import { describe, expect, test } from "vitest";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

/** A page whose slots a test fills itself, by calls that it answers. */
async function visitSlots(slots: string) {
  const html = `<!doctype html><html lang="en"><title>Slots</title><main>${slots}</main>
<script type="module" src="/lab.js"></script>`;
  const visited = await visit(world(), { html });
  await visited.page.evaluate(() => {
    const calls: Call[] = [];
    const called = (n: number) =>
      new Promise<void>((resolve) => {
        const look = (): unknown => (calls.length < n ? requestAnimationFrame(look) : resolve());
        look();
      });
    const fill = (by = "") =>
      lab.sdk.fillSlots({
        ...lab.client,
        requestAds: (slots, fields) =>
          new Promise((_, reject) => {
            const question = fields?.context && "question" in fields.context ? fields.context.question : "";
            const refuse = (status: number) => reject(new lab.sdk.AdError("Refused.", status, 1));
            calls.push({ by, slots: slots.length, question, refuse });
          }),
      });
    window.slots = { calls, called, fill };
  });
  return visited;
}

interface Call {
  readonly by: string;
  readonly slots: number;
  readonly question: string | undefined;
  readonly refuse: (status: number) => void;
}

declare global {
  interface Window {
    slots: {
      readonly calls: readonly Call[];
      /** Resolves once there were so many calls. */
      readonly called: (n: number) => Promise<void>;
      /** Begins to fill the slots of the page. */
      readonly fill: (by?: string) => () => void;
    };
  }
}

describe("slots of a filling", () => {
  const two = '<div data-ad="chat" data-eager></div><div data-ad="wrong" data-eager></div>';

  test.each([429, 400])(
    "that ended before a %i are not requested again, and are free for another",
    async (status) => {
      const { page, endsWith } = await visitSlots(two);
      const counts = await page.evaluate(async (status) => {
        const { calls, called, fill } = window.slots;
        const end = fill("first");
        await called(1);
        end();
        calls[0]?.refuse(status);
        await lab.frames();
        fill("second");
        await called(2);
        await lab.frames();
        return calls.map(({ by, slots }) => [by, slots]);
      }, status);
      expect(counts).toEqual([
        ["first", 2],
        ["second", 2],
      ]);
      await endsWith([]);
    },
  );

  test("that left before their batch was refused are not requested one by one", async () => {
    const { page, endsWith } = await visitSlots(two);
    const counts = await page.evaluate(async () => {
      const { calls, called, fill } = window.slots;
      fill();
      await called(1);
      document.querySelector("[data-ad=chat]")?.remove();
      await lab.frames();
      calls[0]?.refuse(400);
      await called(2);
      await lab.frames();
      return calls.map(({ slots }) => slots);
    });
    expect(counts).toEqual([2, 1]);
    await endsWith([]);
  });

  test("that come back as HTML, as from a router's cache, are filled anew", async () => {
    const { page, endsWith } = await visitSlots('<div data-ad="chat" data-height="250" data-eager></div>');
    const cards = await page.evaluate(async () => {
      const { called, fill } = window.slots;
      fill();
      await called(1);
      const main = document.querySelector("main") ?? document.body;
      const html = main.innerHTML;
      main.replaceChildren();
      await lab.frames();
      main.innerHTML = html;
      await called(2);
      return [
        html,
        ...[...main.querySelectorAll("handbill-ad")].map(({ shadowRoot }) => shadowRoot !== null),
      ];
    });
    expect(cards).toEqual([expect.stringContaining("<handbill-ad>"), true]);
    await endsWith([]);
  });

  test("send at most 4,096 characters of the question, and no half of a pair", async () => {
    const question = `${"q".repeat(4_095)}\u{1F600}?`;
    const { page, endsWith } = await visitSlots(
      `<div data-ad="chat" data-eager data-question="${question}"></div>`,
    );
    const sent = await page.evaluate(async () => {
      window.slots.fill();
      await window.slots.called(1);
      return window.slots.calls[0]?.question;
    });
    expect(sent).toBe("q".repeat(4_095));
    await endsWith([]);
  });
});
