import type { Texts } from "./form.ts";
import type { Part } from "./part.ts";

/**
 * Applies one change of a list, named by the value of its button: `add scenes`, `add scenes[0].blocks text`,
 * `remove scenes[0]`, `raise scenes[0].blocks[1]`. Other values change nothing.
 */
export function applyStep(parts: readonly Part[], texts: Texts, step: string): Texts {
  const [verb, path = "", kind = ""] = step.split(" ");
  if (verb === "add") return partAt(parts, path.split(/\[\d+\]\.|\./))?.add?.(texts, path, kind) ?? texts;
  const [, list, digits] = /^(.+)\[(\d{1,9})\]$/.exec(path) ?? [];
  const at = Number(digits);
  const moves = new Map<string | undefined, (index: number) => number | undefined>([
    ["remove", (index) => (index === at ? undefined : index > at ? index - 1 : index)],
    ["raise", (index) => (index === at ? Math.max(at - 1, 0) : index === at - 1 ? at : index)],
  ]);
  const move = moves.get(verb);
  return list === undefined || move === undefined ? texts : renumbered(texts, list, move);
}

function partAt(parts: readonly Part[], [name, ...inner]: readonly string[]): Part | undefined {
  const members = parts.flatMap((part) => (part.name === "" ? part.parts : [part]));
  const part = members.find((one) => one.name === name);
  return part === undefined || inner.length === 0 ? part : partAt(part.parts, inner);
}

function renumbered(texts: Texts, list: string, move: (index: number) => number | undefined): Texts {
  const start = `${list}[`;
  const entries = [...texts].flatMap(([name, text]): readonly (readonly [string, string])[] => {
    if (!name.startsWith(start)) return [[name, text]];
    const end = name.indexOf("]", start.length);
    const index = move(Number(name.slice(start.length, end)));
    return index === undefined ? [] : [[`${start}${index}${name.slice(end)}`, text]];
  });
  return new Map(entries);
}
