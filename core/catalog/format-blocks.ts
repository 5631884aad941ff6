import { type AdFormat, interactiveFormats } from "../contract/formats.ts";
import type { CreativeContent, Scene, SceneBlock } from "./entities.ts";
import { maxButtonsPerScene } from "./limits.ts";
import type { CatalogIssue } from "./messages.ts";
import { buttonsOf, checkConnected } from "./scene-graph.ts";

/** The kind of a block. */
export type BlockKind = SceneBlock["kind"];

/** The blocks and scenes of a web format. */
export interface FormatRule {
  /** Kinds that every scene must have; of a nested list one is enough. */
  readonly required: readonly (BlockKind | readonly BlockKind[])[];
  /** All kinds that a scene may have. */
  readonly allowed: readonly BlockKind[];
  /** `one`: a single scene without `goto`. `many`: at least two, connected by `goto`. */
  readonly scenes: "one" | "many";
}

/** The blocks of each web format. A scene shows its blocks in their order. */
export const formatRules: Readonly<Record<AdFormat, FormatRule>> = {
  // A short text with a link: the smallest ad.
  text: { required: ["text"], allowed: ["text", "buttons"], scenes: "one" },
  // A picture or a video.
  image: { required: ["media"], allowed: ["media", "text", "buttons"], scenes: "one" },
  // An answer in a conversation.
  response: { required: ["text", "buttons"], allowed: ["text", "media", "buttons"], scenes: "one" },
  // The full card: picture or gallery, text and a button.
  card: {
    required: [["media", "gallery"], "text", "buttons"],
    allowed: ["text", "media", "gallery", "buttons"],
    scenes: "one",
  },
  // Asks for consent before it shows more.
  consent: { required: ["text"], allowed: ["text", "media", "gallery", "buttons"], scenes: "many" },
  // Questions that lead to a result.
  quiz: { required: ["text"], allowed: ["text", "media", "gallery", "buttons"], scenes: "many" },
};

/** Checks the scenes of a creative against its format. Paths are relative to the creative. */
export function checkFormat({ format, scenes, bot }: CreativeContent): CatalogIssue[] {
  if (format === "bot") {
    const issues: CatalogIssue[] = [];
    if (bot === undefined) {
      issues.push({ path: "bot", message: "A bot creative needs bot: {text, buttonText, landingUrl}." });
    }
    if (scenes !== undefined)
      issues.push({ path: "scenes", message: "A bot creative has no scenes: remove them." });
    return issues;
  }
  const issues: CatalogIssue[] = [];
  if (bot !== undefined) {
    issues.push({ path: "bot", message: `Only format bot has this: remove it or the format ${format}.` });
  }
  if (scenes === undefined)
    return [...issues, { path: "scenes", message: `Add the scenes of this ${format} ad.` }];
  const rule = formatRules[format];
  return [
    ...issues,
    ...scenes.flatMap((scene, index) => checkScene(scene, rule, format, `scenes[${index}]`)),
    ...(rule.scenes === "one" ? checkSingle(scenes, format) : checkConnected(scenes, format)),
  ];
}

function checkScene(scene: Scene, rule: FormatRule, format: AdFormat, path: string): CatalogIssue[] {
  const issues: CatalogIssue[] = [];
  const kinds = new Set(scene.blocks.map((block) => block.kind));
  for (const need of rule.required) {
    const anyOf: readonly BlockKind[] = typeof need === "string" ? [need] : need;
    if (anyOf.some((kind) => kinds.has(kind))) continue;
    const message = `Format ${format} needs a ${anyOf.join(" or ")} block in every scene: add one.`;
    issues.push({ path: `${path}.blocks`, message });
  }
  for (const [index, block] of scene.blocks.entries()) {
    if (rule.allowed.includes(block.kind)) continue;
    const message = `Format ${format} takes ${rule.allowed.join(", ")} blocks, not ${block.kind}: remove it.`;
    issues.push({ path: `${path}.blocks[${index}]`, message });
  }
  const count = buttonsOf(scene).length;
  if (count > maxButtonsPerScene) {
    const message = `Keep at most ${maxButtonsPerScene} buttons in a scene; there are ${count}.`;
    issues.push({ path: `${path}.blocks`, message });
  }
  for (const { button, path: at } of buttonsOf(scene)) {
    if (button.answer === undefined || button.goto !== undefined) continue;
    const message =
      "An answer is recorded when the button leads to another scene: add goto or remove answer.";
    issues.push({ path: `${path}.${at}.answer`, message });
  }
  return issues;
}

function checkSingle(scenes: readonly Scene[], format: AdFormat): CatalogIssue[] {
  const issues: CatalogIssue[] = [];
  if (scenes.length !== 1) {
    const message = `Format ${format} has exactly one scene; only ${[...interactiveFormats].join(" and ")} have more.`;
    issues.push({ path: "scenes", message });
  }
  for (const [index, scene] of scenes.entries()) {
    for (const { button, path } of buttonsOf(scene)) {
      if (button.goto === undefined) continue;
      const message = `Format ${format} has no other scene to go to: use landingUrl.`;
      issues.push({ path: `scenes[${index}].${path}.goto`, message });
    }
  }
  return issues;
}
