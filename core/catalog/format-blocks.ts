import { type AdFormat, interactiveFormats } from "../contract/formats.ts";
import type { Creative, Scene, SceneBlock, SceneButton } from "./entities.ts";
import { maxButtonsPerScene } from "./limits.ts";
import type { CatalogIssue } from "./messages.ts";

export type BlockKind = SceneBlock["kind"];

export interface FormatRule {
  /** Each of these must be there, in every scene; of a list one is enough. */
  readonly required: readonly (BlockKind | readonly BlockKind[])[];
  /** No other block may be there. */
  readonly allowed: readonly BlockKind[];
  /** `one`: a single scene without `goto`. `many`: at least two, connected by `goto`. */
  readonly scenes: "one" | "many";
}

/** What each web format is made of. Blocks are shown in the order in which the scene lists them. */
export const formatRules: Readonly<Record<AdFormat, FormatRule>> = {
  // A short text with a link: the smallest ad.
  text: { required: ["text"], allowed: ["text", "buttons"], scenes: "one" },
  // A picture or film that speaks for itself.
  image: { required: ["media"], allowed: ["media", "text", "buttons"], scenes: "one" },
  // Reads like one more answer in a conversation.
  response: { required: ["text", "buttons"], allowed: ["text", "media", "buttons"], scenes: "one" },
  // The full card: picture or gallery, words and a button.
  card: {
    required: [["media", "gallery"], "text", "buttons"],
    allowed: ["text", "media", "gallery", "buttons"],
    scenes: "one",
  },
  // Asks first, shows more to those who agree.
  consent: { required: ["text"], allowed: ["text", "media", "gallery", "buttons"], scenes: "many" },
  // Question by question to a result.
  quiz: { required: ["text"], allowed: ["text", "media", "gallery", "buttons"], scenes: "many" },
};

/** Whether a creative fits its format. Paths are relative to the creative. */
export function checkFormat(creative: Creative): CatalogIssue[] {
  const { format, scenes, bot } = creative;
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
  for (const [index, scene] of scenes.entries())
    issues.push(...checkScene(scene, rule, format, `scenes[${index}]`));
  return [
    ...issues,
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

/** Every `goto` leads somewhere, every scene can be reached, and from every scene one can get to a last one. */
function checkConnected(scenes: readonly Scene[], format: AdFormat): CatalogIssue[] {
  const issues: CatalogIssue[] = [];
  if (scenes.length < 2)
    issues.push({ path: "scenes", message: `Format ${format} needs at least two scenes.` });
  const indexById = new Map<string, number>();
  for (const [index, scene] of scenes.entries()) {
    if (indexById.has(scene.id)) {
      issues.push({ path: `scenes[${index}].id`, message: "Another scene has this id: choose a new one." });
    } else indexById.set(scene.id, index);
  }
  const next = scenes.map(() => new Set<number>());
  const previous = scenes.map(() => new Set<number>());
  for (const [index, scene] of scenes.entries()) {
    for (const { button, path } of buttonsOf(scene)) {
      if (button.goto === undefined) continue;
      const target = indexById.get(button.goto);
      if (target === undefined) {
        const message = `There is no scene ${button.goto}: name one of ${[...indexById.keys()].join(", ")}.`;
        issues.push({ path: `scenes[${index}].${path}.goto`, message });
      } else {
        next[index]?.add(target);
        previous[target]?.add(index);
      }
    }
  }
  if (issues.length > 0) return issues;
  const reached = spread([0], next);
  const last = [...next.keys()].filter((index) => next[index]?.size === 0);
  const ending = spread(last, previous);
  for (const index of scenes.keys()) {
    if (!reached.has(index)) {
      const message = "No button leads here from the first scene: add a goto to it, or remove it.";
      issues.push({ path: `scenes[${index}]`, message });
    } else if (!ending.has(index)) {
      const message = "From here nobody gets to a last scene: let a goto lead to one that has no goto.";
      issues.push({ path: `scenes[${index}]`, message });
    }
  }
  return issues;
}

function spread(from: readonly number[], edges: readonly ReadonlySet<number>[]): Set<number> {
  const found = new Set(from);
  // A Set's iterator also visits what is added while it runs.
  for (const index of found) for (const neighbour of edges[index] ?? []) found.add(neighbour);
  return found;
}

function buttonsOf(scene: Scene): { button: SceneButton; path: string }[] {
  return scene.blocks.flatMap((block, blockIndex) =>
    block.kind === "buttons"
      ? block.buttons.map((button, index) => ({ button, path: `blocks[${blockIndex}].buttons[${index}]` }))
      : [],
  );
}
