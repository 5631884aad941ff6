import { formatPath } from "../../../core/catalog/messages.ts";
import { isRecord } from "../../../core/catalog/record.ts";
import { type Html, html } from "../html.ts";
import type { Fields, ListSpec, Texts } from "./form.ts";
import {
  type Body,
  drawParts,
  type Entry,
  hiddenTexts,
  hintOf,
  idOf,
  messagesAt,
  type Part,
  type Place,
  pathOf,
  readParts,
  writeParts,
} from "./part.ts";
import { itemKindsOf, leastItems, type Member, type Members } from "./schema-members.ts";

/** More than any schema allows, so that the API reports a longer list. */
const maxItems = 256;

interface Item {
  readonly path: string;
  readonly kind: string;
  readonly parts: readonly Part[];
}

/** A list of objects. A record is a list of objects with the members `key` and `value`. */
export function listPart(
  name: string,
  {
    item,
    legend,
    hint,
    when,
    className = "item",
    fields = {},
    kinds = {},
    kindsIn,
    areMany,
    added,
  }: ListSpec,
  { schema }: Member,
  partsOf: (fields: Fields, members: Members) => readonly Part[],
): Part {
  const isMap = schema.type === "record";
  const { key, kinds: members } = itemKindsOf(schema);
  const [first = ""] = members.keys();
  const partsBy = new Map(
    [...members].map(([kind, own]) => [kind, partsOf(kinds[kind]?.fields ?? fields, own)] as const),
  );
  const writeItem = (value: unknown, path: string): readonly Entry[] => {
    const kind = String((isRecord(value) ? value[key] : undefined) ?? first);
    const own = writeParts(partsBy.get(kind) ?? [], value, path);
    return key === "" ? own : [[pathOf(path, key), kind], ...own];
  };
  const itemsIn = (texts: Texts, list: string): readonly Item[] => {
    const items: Item[] = [];
    while (items.length < maxItems) {
      const path = `${list}[${items.length}]`;
      const kind = key === "" ? "" : (texts.get(pathOf(path, key)) ?? "");
      const parts = partsBy.get(kind) ?? [];
      const isThere = key === "" ? parts.some((own) => texts.has(pathOf(path, own.name))) : partsBy.has(kind);
      if (!isThere) break;
      items.push({ path, kind, parts });
    }
    return items;
  };
  const maySave = (texts: Texts, kind: string): boolean => kindsIn?.(texts)?.includes(kind) !== false;
  const savedIn = (items: readonly Item[], texts: Texts): readonly Item[] => {
    const own = items.filter(({ kind }) => maySave(texts, kind));
    return areMany?.(texts) === false ? own.slice(0, 1) : own;
  };
  /** The API counts the saved items only. From the last to the first, because a place may be taken. */
  const moveErrors = (saved: readonly Item[], path: string, { errors }: Place): void => {
    for (const [index, one] of [...saved.entries()].reverse()) {
      if (one.path !== `${path}[${index}]`) errors.move(`${path}[${index}]`, one.path);
    }
  };
  const drawItem = ({ path, kind, parts }: Item, index: number, place: Place): Html => {
    const title = `${item} ${index + 1}`;
    const of = ` of ${title.toLowerCase()}${place.of}`;
    // The API names the items of a record by their keys.
    const api = formatPath([name, place.texts.get(pathOf(path, "key"))?.trim() ?? ""]);
    if (isMap) place.errors.move(pathOf(place.at, api), pathOf(path, "value"));
    return html`<fieldset class="${className}"${idOf(path)}><legend>${kinds[kind]?.label ?? title}</legend>${
      key !== "" && html`<input type="hidden" name="${pathOf(path, key)}" value="${kind}">`
    }${messagesAt(path, title, place)}<div class="pair">${drawParts(parts, { ...place, at: path, of })}<div class="buttons end">${
      index > 0 && !isMap && step(`raise ${path}`, "Move up", of)
    }${step(`remove ${path}`, "Remove", of)}</div></div></fieldset>`;
  };
  return {
    name,
    when,
    parts: [...partsBy.values()].flat(),
    isGiven: () => true,
    write: (value, at) => {
      const absent = Array.from({ length: leastItems(schema) });
      const items = isMap ? itemsOfRecord(value) : Array.isArray(value) ? value : absent;
      return items.flatMap((one, index) => writeItem(one, `${pathOf(at, name)}[${index}]`));
    },
    read: (texts, at) => {
      const saved = savedIn(itemsIn(texts, pathOf(at, name)), texts);
      const items = saved.map(({ path, kind, parts }) => {
        const body = readParts(parts, texts, path);
        return key === "" ? body : { [key]: kind, ...body };
      });
      return isMap ? recordOf(items) : items;
    },
    draw: (place) => {
      const path = pathOf(place.at, name);
      const own = itemsIn(place.texts, path);
      const saved = savedIn(own, place.texts);
      moveErrors(saved, path, place);
      const isFull = areMany?.(place.texts) === false && own.length > 0;
      const offered = [...members.keys()].filter((kind) => !isFull && maySave(place.texts, kind));
      const adds = offered.map((kind) => {
        const label = kinds[kind]?.label ?? `a ${item}`;
        return step(`add ${path} ${kind}`.trim(), `Add ${label.toLowerCase()}`, place.of);
      });
      const items = own.map((one, index) =>
        saved.includes(one) ? drawItem(one, index, place) : hiddenTexts(one.path, place.texts),
      );
      const content = html`${hintOf(hint)}${messagesAt(path, legend ?? `${item}s`, place)}${items}<div class="buttons">${adds}</div>`;
      return legend === undefined
        ? html`<div class="long"${idOf(path)}>${content}</div>`
        : html`<fieldset${idOf(path)}><legend>${legend}</legend>${content}</fieldset>`;
    },
    add: (texts, path, kind) => {
      const value = key === "" ? added?.(texts) : { [key]: kind };
      return new Map([...texts, ...writeItem(value, `${path}[${itemsIn(texts, path).length}]`)]);
    },
  };
}

function itemsOfRecord(record: unknown): readonly Body[] {
  return Object.entries(isRecord(record) ? record : {}).map(([key, value]) => ({ key, value }));
}

/** Items with the same key become one. */
function recordOf(items: readonly Body[]): Body {
  const filled = items.filter(({ value }) => value !== undefined);
  const byKey = Map.groupBy(filled, ({ key }) => String(key ?? "").trim());
  return Object.fromEntries([...byKey].map(([key, own]) => [key, own.flatMap(({ value }) => value)]));
}

function step(value: string, label: string, of: string): Html {
  return html`<button class="small" name="do" value="${value}" formnovalidate>${label}<span class="hidden">${of}</span></button>`;
}
