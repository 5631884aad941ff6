import type { AdFormat } from "../contract/formats.ts";
import type { Scene, SceneButton } from "./entities.ts";
import type { CatalogIssue } from "./messages.ts";

/** Checks that every `goto` names a scene, every scene is reachable, and every scene leads to a last one. */
export function checkConnected(scenes: readonly Scene[], format: AdFormat): CatalogIssue[] {
  const issues: CatalogIssue[] = [];
  if (scenes.length < 2) {
    issues.push({ path: "scenes", message: `Format ${format} needs at least two scenes: add one.` });
  }
  const indexById = new Map<string, number>();
  for (const [index, scene] of scenes.entries()) {
    if (indexById.has(scene.id)) {
      issues.push({ path: `scenes[${index}].id`, message: "Another scene has this id: choose a new one." });
    } else indexById.set(scene.id, index);
  }
  const graph = graphOf(scenes, indexById);
  const wrong = [...issues, ...graph.issues];
  // A wrong goto also makes scenes unreachable: report it once.
  return wrong.length > 0 ? wrong : checkReach(graph);
}

interface SceneGraph {
  /** Scenes that the buttons of each scene lead to. */
  readonly next: readonly ReadonlySet<number>[];
  /** Scenes with a button to each scene. */
  readonly previous: readonly ReadonlySet<number>[];
  readonly issues: readonly CatalogIssue[];
}

function graphOf(scenes: readonly Scene[], indexById: ReadonlyMap<string, number>): SceneGraph {
  const issues: CatalogIssue[] = [];
  const next = scenes.map(() => new Set<number>());
  const previous = scenes.map(() => new Set<number>());
  for (const [index, scene] of scenes.entries()) {
    for (const { button, path } of buttonsOf(scene)) {
      if (button.goto === undefined) continue;
      const target = indexById.get(button.goto);
      if (target === undefined) {
        const message = `There is no scene ${button.goto}: name one of ${namesOf(indexById)}.`;
        issues.push({ path: `scenes[${index}].${path}.goto`, message });
      } else {
        next[index]?.add(target);
        previous[target]?.add(index);
      }
    }
  }
  return { next, previous, issues };
}

const maxNamedScenes = 10;

function namesOf(indexById: ReadonlyMap<string, number>): string {
  const names = [...indexById.keys()];
  const named = names.slice(0, maxNamedScenes).join(", ");
  return names.length > maxNamedScenes ? `${named}, …` : named;
}

function checkReach({ next, previous }: SceneGraph): CatalogIssue[] {
  const reached = spread([0], next);
  const last = [...next.keys()].filter((index) => next[index]?.size === 0);
  const ending = spread(last, previous);
  return [...next.keys()].flatMap((index) => {
    const path = `scenes[${index}]`;
    if (!reached.has(index)) {
      return {
        path,
        message: "No button leads here from the first scene: add a goto to it, or remove it.",
      };
    }
    if (ending.has(index)) return [];
    return {
      path,
      message: "No path leads from here to a last scene: add a goto to a scene without goto.",
    };
  });
}

function spread(from: readonly number[], edges: readonly ReadonlySet<number>[]): Set<number> {
  const found = new Set(from);
  // A Set's iterator also visits what is added while it runs.
  for (const index of found) for (const neighbour of edges[index] ?? []) found.add(neighbour);
  return found;
}

/** The buttons of a scene with their paths in it, in the order in which they are shown. */
export function buttonsOf(scene: Scene): { button: SceneButton; path: string }[] {
  return scene.blocks.flatMap((block, blockIndex) =>
    block.kind === "buttons"
      ? block.buttons.map((button, index) => ({ button, path: `blocks[${blockIndex}].buttons[${index}]` }))
      : [],
  );
}
