import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import {
  type CatalogDelta,
  type CatalogNews,
  type CatalogVersion,
  type EntityKind,
  type EntityRef,
  entityKinds,
} from "../../core/storage/catalog-change.ts";
import type { RemovedEntity } from "../../core/storage/management-store.ts";
import { storedRemoval } from "../../core/storage/stored-entity.ts";
import { storedEntities } from "../kit/stored-entities.ts";
import { recordOf, type StoredObject, textOf } from "../kit/stored-values.ts";
import { type Context, nowArgument, pageBytes } from "./context.ts";
import { misfit, parseNumber, parseRecord, parseText } from "./json.ts";
import { storedKey } from "./key-document.ts";
import { changesScript, removedScript } from "./scripts/changes.ts";

/** The letters of kinds in keys; `k` is an API key. */
export const kindLetters: Readonly<Record<EntityKind, string>> = {
  publisher: "p",
  platform: "f",
  campaign: "c",
  creative: "r",
  topic: "t",
};

/** `ServingStore.catalogChanges`, page by page. */
export async function catalogChanges(
  context: Context,
  since: CatalogVersion | undefined,
): Promise<CatalogNews> {
  const { run, keys } = context;
  const found = new Documents();
  let [reload = "", goneSince = "", next = ""] = ["", "", ""];
  for (;;) {
    const args = [nowArgument(context), since ?? "", String(pageBytes), reload, goneSince, next];
    const { head, lines } = await run(changesScript, [keys.root], args);
    const at = parseNumber(head[1]);
    if (head[0] === "same") return { at };
    if (head[0] !== "page") misfit("a page of the catalogue");
    const [, , version = ""] = head;
    [, , , reload = "", goneSince = "", next = ""] = head;
    for (const line of lines) found.add(line);
    if (next === "") return { at, delta: found.delta(version, reload === "1") };
  }
}

/** `ManagementStore.readRemoved`. */
export async function readRemoved(
  { run, keys }: Context,
  refs: readonly EntityRef[],
): Promise<readonly (RemovedEntity | undefined)[]> {
  const args = refs.map(({ kind, id }) => `${kindLetters[kind]}:${id}`);
  const { head, lines } = await run(removedScript, [keys.root], args);
  if (head[0] !== "removed" || lines.length !== refs.length) misfit("an answer for each entity");
  return refs.map(({ kind }, n) => (lines[n] ? storedRemoval(kind, JSON.parse(lines[n])) : undefined));
}

/** Documents of all pages; a later one replaces an earlier one of the same entity. */
class Documents {
  readonly #entities = new Map<string, readonly [kind: EntityKind, document: unknown]>();
  readonly #apiKeys = new Map<string, ApiKeyRecord>();
  readonly #removed: EntityRef[] = [];

  add(line: string): void {
    const [sign, letter, document] = [line[0], line[1], line.slice(2)];
    if (letter === "k") {
      const key = storedKey(document);
      this.#apiKeys.set(key.id, key);
      return;
    }
    const kind = entityKinds.find((name) => kindLetters[name] === letter) ?? misfit("an entity");
    if (sign === "-") this.#remove({ kind, id: parseText(document) });
    else this.#put(kind, parseRecord(document));
  }

  delta(version: CatalogVersion, reload: boolean): CatalogDelta {
    return {
      version,
      reload,
      ...storedEntities(this.#entities.values()),
      apiKeys: [...this.#apiKeys.values()],
      removed: reload ? [] : this.#removed,
    };
  }

  #put(kind: EntityKind, document: StoredObject): void {
    const { id } = kind === "creative" ? recordOf(document["creative"]) : document;
    this.#entities.set(`${kind} ${textOf(id)}`, [kind, document]);
  }

  #remove(ref: EntityRef): void {
    this.#removed.push(ref);
    this.#entities.delete(`${ref.kind} ${ref.id}`);
  }
}
