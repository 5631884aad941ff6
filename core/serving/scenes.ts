import type { Creative, Scene, SceneButton } from "../catalog/entities.ts";

/** A button of a scene, counted over all its buttons blocks from 0. */
export function findButton(creative: Creative, scene: number, button: number): SceneButton | undefined {
  return buttonsOf(creative.scenes?.[scene])[button];
}

/** The index of the scene that a press leads to, `undefined` for a button that leads nowhere. */
export function nextScene(creative: Creative, pressed: SceneButton): number | undefined {
  const index = creative.scenes?.findIndex((scene) => scene.id === pressed.goto) ?? -1;
  return index < 0 ? undefined : index;
}

/** Where a click leads: a button's landing page, or the bot ad's. */
export function landingUrl(creative: Creative, scene: number, button: number): string | undefined {
  if (creative.bot !== undefined) return creative.bot.landingUrl;
  return findButton(creative, scene, button)?.landingUrl;
}

function buttonsOf(scene: Scene | undefined): readonly SceneButton[] {
  return scene?.blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : [])) ?? [];
}
