import type {
  CatalogDelta,
  CatalogNews,
  CatalogVersion,
  EntityKind,
  EntityRef,
} from "../../core/storage/catalog-change.ts";
import type { RemovedEntity } from "../../core/storage/management-store.ts";
import {
  storedCampaign,
  storedCreative,
  storedPlatform,
  storedPublisher,
  storedRemoval,
  storedTopic,
} from "../../core/storage/stored-entity.ts";
import { type Context, nowArgument } from "./context.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
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

const kinds: readonly EntityKind[] = ["publisher", "platform", "campaign", "creative", "topic"];

/** Documents of one page: well below the smallest request that Upstash takes. */
const pageBytes = 500_000;

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
  return refs.map(({ kind }, n) => toRemoved(kind, lines[n] ?? ""));
}

function toRemoved(kind: EntityKind, line: string): RemovedEntity | undefined {
  if (line === "") return undefined;
  if (line === "-") return { kind };
  return storedRemoval(kind, JSON.parse(line));
}

/** What pages told; what comes later replaces what came before. */
class Documents {
  readonly #publishers = new Map<string, CatalogDelta["publishers"][number]>();
  readonly #platforms = new Map<string, CatalogDelta["platforms"][number]>();
  readonly #campaigns = new Map<string, CatalogDelta["campaigns"][number]>();
  readonly #creatives = new Map<string, CatalogDelta["creatives"][number]>();
  readonly #topics = new Map<string, CatalogDelta["topics"][number]>();
  readonly #apiKeys = new Map<string, CatalogDelta["apiKeys"][number]>();
  readonly #removed: EntityRef[] = [];

  add(line: string): void {
    const [letter, document] = [line[1], line.slice(2)];
    if (line[0] === "-") this.#remove(letter, parseText(document));
    else if (letter === "p") put(this.#publishers, storedPublisher(JSON.parse(document)));
    else if (letter === "f") put(this.#platforms, storedPlatform(JSON.parse(document)));
    else if (letter === "c") put(this.#campaigns, storedCampaign(JSON.parse(document)));
    else if (letter === "t") put(this.#topics, storedTopic(JSON.parse(document)));
    else if (letter === "k") put(this.#apiKeys, storedKey(document));
    else if (letter === "r") {
      const version = storedCreative(JSON.parse(document));
      this.#creatives.set(version.creative.id, version);
    } else misfit("an entity");
  }

  delta(version: CatalogVersion, reload: boolean): CatalogDelta {
    return {
      version,
      reload,
      publishers: [...this.#publishers.values()],
      platforms: [...this.#platforms.values()],
      apiKeys: [...this.#apiKeys.values()],
      campaigns: [...this.#campaigns.values()],
      creatives: [...this.#creatives.values()],
      topics: [...this.#topics.values()],
      removed: reload ? [] : this.#removed,
    };
  }

  #remove(letter: string | undefined, id: string): void {
    const kind = kinds.find((name) => kindLetters[name] === letter) ?? misfit("a kind");
    this.#removed.push({ kind, id });
    this.#tableOf(kind).delete(id);
  }

  #tableOf(kind: EntityKind): Map<string, unknown> {
    switch (kind) {
      case "publisher":
        return this.#publishers;
      case "platform":
        return this.#platforms;
      case "campaign":
        return this.#campaigns;
      case "creative":
        return this.#creatives;
      case "topic":
        return this.#topics;
      default:
        return kind satisfies never;
    }
  }
}

function put<T extends { readonly id: string }>(table: Map<string, T>, entity: T): void {
  table.set(entity.id, entity);
}
