import type { Campaign, CreativeVersion } from "../../core/catalog/entities.ts";
import type {
  CatalogChange,
  CatalogDelta,
  CatalogNews,
  CatalogVersion,
  EntityRef,
} from "../../core/storage/catalog-change.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Deadlines } from "../../core/timing/deadlines.ts";
import { StoreUnavailable } from "../kit/errors.ts";

/** A campaign as home stores it: with the number of its place, absent for home itself. */
export type PlacedCampaign = Campaign & { readonly place?: number | undefined };

/** The campaigns and creatives of one store, at one version of its catalogue. */
export interface Mirror {
  readonly version: CatalogVersion | undefined;
  readonly campaigns: ReadonlyMap<string, PlacedCampaign>;
  readonly creatives: ReadonlyMap<string, CreativeVersion>;
  /** Changes that began and did not end: the version of home that each was made for. */
  readonly intents: ReadonlyMap<string, CatalogVersion>;
}

/** One store, and the knowledge of it. Number 0 is home. */
export interface Place {
  readonly number: number;
  readonly mirror: Mirror;
  readonly store: Store;
  /** Whether the last reading failed, or there was none. */
  readonly isAway: () => boolean;
  /** Settles like `work`, or rejects when a place does not answer in time. Home is waited for. */
  readonly within: Deadlines["within"];
  /** Fulfilled after the first reading, whether it failed or not. */
  readonly begun: () => Promise<void>;
  /** Reads what changed since the last reading. A call during a reading starts another one after it. */
  readonly read: () => Promise<void>;
  /** Applies a change to the catalogue as it was last read. False: it has changed since. */
  readonly apply: (change: Omit<CatalogChange, "expectedVersion">) => Promise<ApplyResult>;
}

/** The outcome of {@link Place.apply}. */
export type ApplyResult = Awaited<ReturnType<Store["applyCatalog"]>>;

/** Options of a place. */
export interface PlaceOptions {
  readonly number: number;
  readonly store: Store;
  /** The most time that a place keeps a reader waiting. Home is waited for. */
  readonly deadlines: Pick<Deadlines, "within">;
  /** Called with the ids that a reading changed. */
  readonly onChange: (campaignIds: Iterable<string>, creativeIds: Iterable<string>) => void;
  /** Rejects when the store belongs elsewhere. Called before the first reading. */
  readonly verify: (store: Store) => Promise<void>;
}

/** The publishers that mark changes under way have ids with this beginning. No catalogue has them: their form is reserved. */
const intentPrefix = "placed change ";

/** The entity that marks a change under way, made for a version of home. */
export function intentMark(
  id: string,
  version: CatalogVersion,
): { readonly id: string; readonly name: string } {
  return { id: intentPrefix + id, name: version };
}

/** The entity that {@link intentMark} made, for its removal. */
export function intentRef(id: string): EntityRef {
  return { kind: "publisher", id: intentPrefix + id };
}

/** The ids of changed entities. */
interface Changed {
  readonly campaigns: Set<string>;
  readonly creatives: Set<string>;
}

/** A reading under way. */
interface Asked {
  readonly since: CatalogVersion | undefined;
  readonly news: Promise<CatalogNews>;
  /** How many readers have waited for it. */
  readers: number;
}

/** So many readers wait for one reading. */
const maxReaders = 30;

/** Opens nothing: the first call does. */
export function createPlace({ number, store, deadlines, onChange, verify }: PlaceOptions): Place {
  let isAway = true;
  let isVerified = false;
  const { within } = number === 0 ? { within: <T>(work: Promise<T>) => work } : deadlines;
  /** A reading of the store that was not used yet, because it arrived after its reader had gone. */
  let asked: Asked | undefined;
  let version: CatalogVersion | undefined;
  const campaigns = new Map<string, PlacedCampaign>();
  const creatives = new Map<string, CreativeVersion>();
  const intents = new Map<string, CatalogVersion>();
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  let first: Promise<void> | undefined;

  /** The ids of what a delta removes, as far as it was known. */
  const remove = ({ reload, removed }: CatalogDelta): Changed => {
    if (reload) {
      const changed = { campaigns: new Set(campaigns.keys()), creatives: new Set(creatives.keys()) };
      for (const known of [campaigns, creatives, intents]) known.clear();
      return changed;
    }
    const changed = { campaigns: new Set<string>(), creatives: new Set<string>() };
    for (const { kind, id } of removed) {
      if (kind === "campaign" && campaigns.delete(id)) changed.campaigns.add(id);
      if (kind === "creative" && creatives.delete(id)) changed.creatives.add(id);
      if (kind === "publisher") intents.delete(id.slice(intentPrefix.length));
    }
    return changed;
  };
  const take = (delta: CatalogDelta): void => {
    const changed = remove(delta);
    for (const campaign of delta.campaigns) {
      campaigns.set(campaign.id, campaign);
      changed.campaigns.add(campaign.id);
    }
    for (const one of delta.creatives) {
      creatives.set(one.creative.id, one);
      changed.creatives.add(one.creative.id);
    }
    for (const { id, name } of delta.publishers) {
      if (id.startsWith(intentPrefix)) intents.set(id.slice(intentPrefix.length), name);
    }
    version = delta.version;
    onChange(changed.campaigns, changed.creatives);
  };
  /** One after the other, so that a change is never applied to another version than its own. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const forget = (): void => {
    asked = undefined;
  };
  /** What changed since the version of the mirror. */
  const changes = async (): Promise<CatalogDelta | undefined> => {
    if (asked === undefined || asked.since !== version) {
      const own: Asked = { since: version, news: store.catalogChanges(version), readers: 0 };
      asked = own;
      own.news.catch(() => {
        if (asked === own) forget();
      });
    }
    const { news } = asked;
    asked.readers += 1;
    // It may never arrive.
    if (asked.readers >= maxReaders) forget();
    const { delta } = await within(news);
    forget();
    return delta;
  };
  const readNow = async (): Promise<void> => {
    next = undefined;
    try {
      if (!isVerified) await within(verify(store));
      isVerified = true;
      // A late reading is older than this call, so the store is read for the rest.
      const isLate = asked !== undefined;
      const delta = await changes();
      if (delta !== undefined) take(delta);
      const rest = isLate ? await changes() : undefined;
      if (rest !== undefined) take(rest);
      isAway = false;
    } catch (error) {
      isAway = true;
      throw error;
    }
  };
  const read = (): Promise<void> => {
    next ??= inTurn(readNow);
    first ??= next.catch(() => undefined);
    return next;
  };
  return {
    number,
    mirror: {
      get version() {
        return version;
      },
      campaigns,
      creatives,
      intents,
    },
    store,
    isAway: () => isAway,
    within,
    begun: () => first ?? read().catch(() => undefined),
    read,
    apply: (change) =>
      inTurn(async () => {
        if (version === undefined) throw new StoreUnavailable(`Place ${number} was not read yet.`);
        const outcome = await store.applyCatalog({ ...change, expectedVersion: version });
        if (outcome.outcome === "applied") {
          const { upserts, removals } = change;
          take({ ...upserts, version: outcome.version, reload: false, apiKeys: [], removed: removals });
        }
        return outcome;
      }),
  };
}
