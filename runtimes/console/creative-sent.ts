import { wholeOf } from "./amounts.ts";
import {
  blockKinds,
  type CreativeDraft,
  type DraftBlock,
  type DraftScene,
  headFields,
  itemFields,
  itemsKey,
  ownFields,
  type Texts,
} from "./creative-draft.ts";

const maxScenes = 255;
const maxBlocks = 50;
const maxItems = 255;

/** Reads the editor's form, whose fields have their paths as names: `scenes[0].blocks[1].buttons[2].label`. */
export function draftSent(form: URLSearchParams): CreativeDraft {
  const fieldsAt = (path: string, names: readonly string[]): Texts =>
    new Map(names.map((name) => [name, form.get(path === "" ? name : `${path}.${name}`) ?? ""]));
  const block = (path: string): DraftBlock | undefined => {
    const kind = blockKinds.find((known) => known === form.get(`${path}.kind`));
    if (kind === undefined) return undefined;
    const items = list(maxItems, (index) => {
      const at = `${path}.${itemsKey[kind]}[${index}]`;
      return itemFields[kind].some((name) => form.has(`${at}.${name}`))
        ? fieldsAt(at, itemFields[kind])
        : undefined;
    });
    return { kind, own: fieldsAt(path, ownFields[kind]), items };
  };
  const scene = (path: string): DraftScene | undefined => {
    const id = form.get(`${path}.id`);
    return id === null
      ? undefined
      : { id, blocks: list(maxBlocks, (index) => block(`${path}.blocks[${index}]`)) };
  };
  return {
    head: fieldsAt("", headFields),
    scenes: list(maxScenes, (index) => scene(`scenes[${index}]`)),
  };
}

/** The creative as the API expects it: without empty fields, and with numbers where possible. */
export function creativeOf({ head, scenes }: CreativeDraft): Readonly<Record<string, unknown>> {
  const isBot = head.get("format") === "bot";
  return {
    ...filled(head, ["id", "campaignId", "format", "language"]),
    disclosure: filled(head, ["disclosure.text", "disclosure.url"], "disclosure."),
    ...(isBot
      ? { bot: filled(head, ["bot.text", "bot.buttonText", "bot.landingUrl"], "bot.") }
      : { scenes: scenes.map(({ id, blocks }) => ({ id, blocks: blocks.map(blockBody) })) }),
  };
}

function blockBody({ kind, own, items }: DraftBlock): object {
  const fields = { kind, ...filled(own, ownFields[kind]) };
  const key: string = itemsKey[kind];
  return key === "" ? fields : { ...fields, [key]: items.map((item) => filled(item, itemFields[kind])) };
}

function filled(texts: Texts, names: readonly string[], prefix = ""): Readonly<Record<string, unknown>> {
  const entries = names.flatMap((name): [string, unknown][] => {
    const text = texts.get(name) ?? "";
    if (text === "") return [];
    const isSize = name === "width" || name === "height";
    return [[name.slice(prefix.length), isSize ? wholeOf(text) : text]];
  });
  return Object.fromEntries(entries);
}

function list<T>(max: number, at: (index: number) => T | undefined): readonly T[] {
  const items: T[] = [];
  for (let index = 0; index < max; index++) {
    const item = at(index);
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}
