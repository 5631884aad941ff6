import {
  type BlockKind,
  blockKinds,
  type CreativeDraft,
  type DraftBlock,
  type DraftScene,
} from "./creative-draft.ts";

/**
 * Applies one change of a creative's structure, named by the value of its button: `add-scene`, `add-block 0 text`,
 * `remove-block 0 1`, `raise-block 0 1`, `add-item 0 1`, `remove-item 0 1 2`. Other values change nothing.
 */
export function applyStep(draft: CreativeDraft, step: string): CreativeDraft {
  const [name = "", ...words] = step.split(" ");
  const [scene = -1, block = -1, item = -1] = words.map(Number);
  const kind = blockKinds.find((known) => known === words[1]);
  switch (name) {
    case "add-scene":
      return { ...draft, scenes: [...draft.scenes, { id: newSceneId(draft), blocks: [empty("text")] }] };
    case "remove-scene":
      return { ...draft, scenes: without(draft.scenes, scene) };
    case "add-block":
      return kind === undefined ? draft : inScene(draft, scene, (blocks) => [...blocks, empty(kind)]);
    case "remove-block":
      return inScene(draft, scene, (blocks) => without(blocks, block));
    case "raise-block":
      return inScene(draft, scene, (blocks) => raised(blocks, block));
    case "add-item":
      return inBlock(draft, scene, block, (own) => ({ ...own, items: [...own.items, new Map()] }));
    case "remove-item":
      return inBlock(draft, scene, block, (own) => ({ ...own, items: without(own.items, item) }));
    default:
      return draft;
  }
}

function empty(kind: BlockKind): DraftBlock {
  const items = { text: 0, media: 0, gallery: 2, buttons: 1 }[kind];
  return { kind, own: new Map(), items: Array.from({ length: items }, () => new Map()) };
}

function newSceneId({ scenes }: CreativeDraft): string {
  const taken = new Set(scenes.map(({ id }) => id));
  let number = scenes.length + 1;
  while (taken.has(`scene-${number}`)) number += 1;
  return `scene-${number}`;
}

function inScene(
  draft: CreativeDraft,
  at: number,
  change: (blocks: readonly DraftBlock[]) => readonly DraftBlock[],
): CreativeDraft {
  const one = (scene: DraftScene, index: number): DraftScene =>
    index === at ? { ...scene, blocks: change(scene.blocks) } : scene;
  return { ...draft, scenes: draft.scenes.map(one) };
}

function inBlock(
  draft: CreativeDraft,
  scene: number,
  at: number,
  change: (block: DraftBlock) => DraftBlock,
): CreativeDraft {
  return inScene(draft, scene, (blocks) =>
    blocks.map((block, index) => (index === at ? change(block) : block)),
  );
}

function without<T>(items: readonly T[], at: number): readonly T[] {
  return items.filter((_, index) => index !== at);
}

function raised<T>(items: readonly T[], at: number): readonly T[] {
  const item = items[at];
  const above = items[at - 1];
  if (item === undefined || above === undefined) return items;
  return items.with(at - 1, item).with(at, above);
}
