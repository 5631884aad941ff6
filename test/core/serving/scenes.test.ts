import { describe, expect, it } from "vitest";
import type { Creative, Scene } from "../../../core/catalog/entities.ts";
import { creativeFormats, interactiveFormats } from "../../../core/contract/formats.ts";
import { findButton, landingUrl, nextScene } from "../../../core/serving/scenes.ts";
import { testCreative } from "../../../core/serving/test-creatives.ts";

const scenes: readonly Scene[] = [
  {
    id: "question",
    blocks: [
      {
        kind: "buttons",
        buttons: [
          { label: "yes", goto: "end" },
          { label: "no", goto: "question" },
        ],
      },
      { kind: "text", text: "between" },
      { kind: "buttons", buttons: [{ label: "more", landingUrl: "https://shop.example/more" }] },
    ],
  },
  { id: "end", blocks: [{ kind: "text", text: "Thank you" }] },
];
const quiz: Creative = {
  id: "c",
  campaignId: "c",
  format: "quiz",
  language: "en",
  disclosure: { text: "Ad" },
  scenes,
};
const bot: Creative = {
  ...quiz,
  format: "bot",
  scenes: undefined,
  bot: { text: "t", buttonText: "b", landingUrl: "https://shop.example/bot" },
};

describe("the buttons of a scene", () => {
  it("are counted from 0 over all its rows", () => {
    expect([0, 1, 2, 3].map((button) => findButton(quiz, 0, button)?.label)).toEqual([
      "yes",
      "no",
      "more",
      undefined,
    ]);
  });

  it("are not there in a scene without any, in a scene that is not there, and in a bot's creative", () => {
    for (const [scene, button] of [
      [1, 0],
      [2, 0],
      [255, 255],
      [-1, 0],
      [0, -1],
    ] as const) {
      expect(findButton(quiz, scene, button)).toBeUndefined();
      expect(findButton(bot, scene, button)).toBeUndefined();
    }
  });

  it("lead to the scene of their name, or nowhere", () => {
    expect(nextScene(quiz, { label: "", goto: "end" })).toBe(1);
    expect(nextScene(quiz, { label: "", goto: "question" })).toBe(0);
    for (const goto of ["gone", "__proto__", ""])
      expect(nextScene(quiz, { label: "", goto })).toBeUndefined();
    expect(nextScene(quiz, { label: "" })).toBeUndefined();
    expect(nextScene(bot, { label: "", goto: "end" })).toBeUndefined();
  });

  it("have a landing page each, a bot's ad the one of its own", () => {
    expect(landingUrl(quiz, 0, 2)).toBe("https://shop.example/more");
    expect(landingUrl(quiz, 0, 0)).toBeUndefined();
    expect(landingUrl(quiz, 9, 9)).toBeUndefined();
    expect(landingUrl(bot, 0, 0)).toBe("https://shop.example/bot");
  });
});

describe.each(creativeFormats)("the built-in test ad of %s", (format) => {
  const creative = testCreative(format, "https://ads.example/base");
  const all = creative.scenes ?? [];

  it("has a disclosure, and links to the installation only", () => {
    expect(creative.disclosure.text).not.toBe("");
    const links = JSON.stringify(creative).match(/https?:[^"]*/g) ?? [];
    for (const link of links) expect(link).toMatch(/^https:\/\/ads\.example\/base\/api\/v1\/pages\//);
    expect(links.length).toBeGreaterThan(0);
  });

  it("can be played from its first scene to a last one that has no actions", () => {
    const reached = new Set(all.length > 0 ? [0] : []);
    for (const index of reached) {
      for (let button = 0; findButton(creative, index, button) !== undefined; button++) {
        const pressed = findButton(creative, index, button);
        const next = pressed && nextScene(creative, pressed);
        expect(pressed?.goto === undefined || next !== undefined).toBe(true);
        if (next !== undefined) reached.add(next);
      }
    }
    expect(reached.size).toBe(all.length);
    const actions = (scene: Scene): number => JSON.stringify(scene).split('"goto"').length - 1;
    expect(all.some((scene) => actions(scene) === 0)).toBe(format !== "bot");
    expect(all.length > 1).toBe(interactiveFormats.has(format));
  });
});
