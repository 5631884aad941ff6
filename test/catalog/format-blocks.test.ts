import { describe, expect, test } from "vitest";
import type { Creative, SceneBlock, SceneButton } from "../../core/catalog/entities.ts";
import { type BlockKind, checkFormat, formatRules } from "../../core/catalog/format-blocks.ts";
import { adFormats, type CreativeFormat } from "../../core/contract/formats.ts";

const blocks: Readonly<Record<BlockKind, SceneBlock>> = {
  text: { kind: "text", text: "Words" },
  media: {
    kind: "media",
    media_type: "image",
    url: "https://a.example/a.svg",
    alt: "A",
    width: 1,
    height: 1,
  },
  gallery: { kind: "gallery", items: [] },
  buttons: { kind: "buttons", buttons: [{ label: "Look", landingUrl: "https://a.example/" }] },
};

function creative(format: CreativeFormat, ...scenes: readonly (readonly SceneBlock[])[]): Creative {
  return {
    id: "c",
    campaignId: "k",
    format,
    language: "en",
    disclosure: { text: "Ad" },
    scenes: scenes.map((list, index) => ({ id: `s${index}`, blocks: list })),
  };
}

function to(...targets: readonly string[]): SceneBlock {
  return { kind: "buttons", buttons: targets.map((goto): SceneButton => ({ label: goto, goto })) };
}

const paths = (given: Creative) => checkFormat(given).map(({ path }) => path);

describe.each(adFormats.filter((format) => formatRules[format].scenes === "one"))("format %s", (format) => {
  const rule = formatRules[format];
  const needed = rule.required.map((need) => (typeof need === "string" ? [need] : need));
  const least = needed.flatMap((anyOf) => anyOf.slice(0, 1)).map((kind) => blocks[kind]);

  test("takes its required blocks, and all that are allowed", () => {
    expect(paths(creative(format, least))).toEqual([]);
    expect(
      paths(
        creative(
          format,
          rule.allowed.map((kind) => blocks[kind]),
        ),
      ),
    ).toEqual([]);
  });

  test("is refused without any of its required blocks", () => {
    for (const anyOf of needed) {
      const rest = rule.allowed.filter((kind) => !anyOf.includes(kind)).map((kind) => blocks[kind]);
      expect(paths(creative(format, rest))).toEqual(["scenes[0].blocks"]);
    }
  });

  test("is refused with a block that it does not know", () => {
    for (const block of Object.values(blocks)) {
      if (rule.allowed.includes(block.kind)) continue;
      expect(paths(creative(format, [...least, block]))).toEqual([`scenes[0].blocks[${least.length}]`]);
    }
  });

  test("has one scene and no goto", () => {
    expect(paths(creative(format, least, least))).toEqual(["scenes"]);
    const jump = creative(format, [...least, to("s0")]);
    expect(paths(jump)).toEqual([`scenes[0].blocks[${least.length}].buttons[0].goto`]);
  });
});

describe.each(["consent", "quiz"] as const)("format %s", (format) => {
  const words = blocks.text;

  test("takes scenes that lead from the first to a last one, also in circles", () => {
    expect(
      paths(creative(format, [words, to("s1", "s2")], [words, to("s0", "s2")], [words, blocks.buttons])),
    ).toEqual([]);
  });

  test("needs two scenes", () => expect(paths(creative(format, [words]))).toEqual(["scenes"]));

  test("needs words in every scene", () => {
    expect(paths(creative(format, [words, to("s1")], [blocks.media]))).toEqual(["scenes[1].blocks"]);
  });

  test("refuses a goto to nowhere", () => {
    const broken = creative(format, [words, to("s1", "s9")], [words]);
    expect(checkFormat(broken)).toEqual([
      { path: "scenes[0].blocks[1].buttons[1].goto", message: expect.stringContaining("name one of s0, s1") },
    ]);
  });

  test("refuses an unreachable scene", () => {
    expect(paths(creative(format, [words, to("s1")], [words], [words, to("s1")]))).toEqual(["scenes[2]"]);
  });

  test("refuses scenes without an end", () => {
    expect(paths(creative(format, [words, to("s1")], [words, to("s0")]))).toEqual(["scenes[0]", "scenes[1]"]);
    expect(paths(creative(format, [words, to("s1", "s2")], [words], [words, to("s2")]))).toEqual([
      "scenes[2]",
    ]);
  });

  test("refuses two scenes with one id", () => {
    const twice = creative(format, [words, to("s1")], [words]);
    const scenes = twice.scenes?.map((scene) => ({ ...scene, id: "s1" }));
    expect(paths({ ...twice, scenes })).toEqual(["scenes[1].id"]);
  });

  test("refuses an answer on a button that goes to no scene", () => {
    const button = { label: "Look", landingUrl: "https://a.example/", answer: "yes" };
    const given = creative(format, [words, to("s1")], [words, { kind: "buttons", buttons: [button] }]);
    expect(paths(given)).toEqual(["scenes[1].blocks[1].buttons[0].answer"]);
  });
});

test("a scene has at most 255 buttons, over all its blocks", () => {
  const many = (count: number): SceneBlock => ({
    kind: "buttons",
    buttons: Array.from({ length: count }, (_, index) => ({
      label: `${index}`,
      landingUrl: "https://a.example/",
    })),
  });
  expect(paths(creative("text", [blocks.text, many(200), many(55)]))).toEqual([]);
  expect(paths(creative("text", [blocks.text, many(200), many(56)]))).toEqual(["scenes[0].blocks"]);
});

test("a bot creative has its line and no scenes, a web creative has scenes and no line", () => {
  const bot = { text: "Words", buttonText: "Look", landingUrl: "https://a.example/" };
  const { scenes, ...bare } = creative("bot", [blocks.text]);
  expect(paths({ ...bare, bot })).toEqual([]);
  expect(paths({ ...bare, scenes })).toEqual(["bot", "scenes"]);
  expect(paths({ ...bare, format: "text", bot })).toEqual(["bot", "scenes"]);
});
