import { isOutage } from "../../core/outage.ts";
import { placeOfDelivery } from "../../core/signing/delivery-id.ts";
import type { IssueOrder, IssueOutcome, RefusalReason } from "../../core/storage/delivery.ts";
import type { ServingStore, Spend } from "../../core/storage/serving-store.ts";
import { checkedBatch } from "../kit/batch.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import type { Distribution } from "./distribution.ts";
import type { Place } from "./place.ts";

type ServingPart = Pick<
  ServingStore,
  "issue" | "record" | "findDeliveries" | "readSpend" | "readCreatives" | "releaseExpired"
>;

/** Options of the operations on deliveries. */
export interface PlacedServingOptions {
  /** Home first. */
  readonly all: readonly Place[];
  readonly distribution: Distribution;
  /** Reads the catalogue again if one of the campaigns is unknown. */
  readonly know: (campaignIds: Iterable<string>) => Promise<void>;
}

/** Asks the place that each delivery id names, and all others about deliveries that it does not have. */
export type AskPlaces = <Item, Answer>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  ask: (place: Place, items: readonly Item[]) => Promise<readonly Answer[]>,
  isUnknown: (answer: Answer) => boolean,
) => Promise<readonly Answer[]>;

/**
 * An id that was made before there were places names any or none. With `ofOthers` `unknown` an id stays unknown if the place that it names
 * does not have it and another one cannot be reached: the core names the right place, and an outage must not reject the other items.
 */
export function createAskPlaces(
  all: readonly Place[],
  ofOthers: "unknown" | "reject" = "unknown",
): AskPlaces {
  return async (items, idOf, ask, isUnknown) => {
    const named = (id: string): number => (placeOfDelivery(id) < all.length ? placeOfDelivery(id) : 0);
    const answers = await eachGroup(
      items,
      (item) => named(idOf(item)),
      (number, group) => ask(placeAt(all, number), group),
    );
    for (const place of all) {
      const left = items.flatMap((item, index) => {
        const isLeft = isUnknown(itemAt(answers, index)) && named(idOf(item)) !== place.number;
        return isLeft ? [{ item, index }] : [];
      });
      if (left.length === 0) continue;
      const others = left.map(({ item }) => item);
      const found =
        ofOthers === "reject"
          ? await ask(place, others)
          : await unlessOut(place, () => ask(place, others), undefined);
      left.forEach(({ index }, at) => {
        if (found !== undefined) answers[index] = itemAt(found, at);
      });
    }
    return answers;
  };
}

/** The operations on deliveries: each goes to the place of its campaign. */
export function placedServing({ all, distribution, know }: PlacedServingOptions): ServingPart {
  const ask = createAskPlaces(all);
  const placeOf = (campaignId: string): number => distribution.placeOf(campaignId) ?? 0;
  const findBy =
    (asking: AskPlaces): ServingPart["findDeliveries"] =>
    (ids) =>
      asking(
        checkedBatch(ids),
        (id) => id,
        (place, own) => place.store.findDeliveries(own),
        (delivery) => delivery === undefined,
      );
  const findAnywhere = findBy(createAskPlaces(all, "reject"));
  /** A place that cannot be reached refuses. If it has issued all the same, nobody sees the ad, and its hold expires. */
  const issueAt = async (place: Place, orders: readonly IssueOrder[]): Promise<readonly IssueOutcome[]> => {
    const refused: readonly IssueOutcome[] = orders.map(({ choices }) => ({
      outcome: "refused",
      reasons: choices.map(() => "no_campaign"),
    }));
    return unlessAway(place, () => place.store.issue(orders), refused);
  };
  /** An order that the core has not made for one place. */
  const issueAnywhere = async (order: IssueOrder): Promise<IssueOutcome> => {
    const [delivery] = await findAnywhere([order.deliveryId]);
    if (delivery !== undefined) return { outcome: "issued", delivery };
    const reasons: RefusalReason[] = [];
    for (const [first, ...more] of runsOf(order.choices, ({ campaignId }) => placeOf(campaignId))) {
      if (first === undefined) continue;
      const place = placeAt(all, placeOf(first.campaignId));
      const [outcome] = await issueAt(place, [{ ...order, choices: [first, ...more] }]);
      if (outcome?.outcome === "issued") return outcome;
      reasons.push(...(outcome?.reasons ?? []));
    }
    return { outcome: "refused", reasons };
  };
  const isOfOnePlace = ({ deliveryId, choices }: IssueOrder): boolean =>
    choices.every(({ campaignId }) => placeOf(campaignId) === placeOfDelivery(deliveryId));

  return {
    findDeliveries: findBy(ask),

    issue: async (orders) => {
      await know(checkedBatch(orders).flatMap(({ choices }) => choices.map(({ campaignId }) => campaignId)));
      const outcomes: IssueOutcome[] = [];
      for (const run of runsOf(orders, isOfOnePlace)) {
        if (run[0] !== undefined && isOfOnePlace(run[0])) {
          outcomes.push(
            ...(await eachGroup(
              run,
              ({ deliveryId }) => placeOfDelivery(deliveryId),
              (number, own) => issueAt(placeAt(all, number), own),
            )),
          );
        } else for (const order of run) outcomes.push(await issueAnywhere(order));
      }
      return outcomes;
    },

    record: (events) =>
      ask(
        checkedBatch(events),
        ({ deliveryId }) => deliveryId,
        (place, own) => place.store.record(own),
        ({ outcome }) => outcome === "unknown",
      ),

    readSpend: async (campaignIds) => {
      await know(checkedBatch(campaignIds));
      return eachGroup(campaignIds, placeOf, async (number, ids): Promise<readonly (Spend | undefined)[]> => {
        const place = placeAt(all, number);
        return unlessAway(
          place,
          () => place.store.readSpend(ids),
          ids.map(() => undefined),
        );
      });
    },

    // Home has the current versions. Replaced ones are kept where they have deliveries.
    readCreatives: async (versionIds) => {
      await know([]);
      const found = [...((await all[0]?.store.readCreatives(versionIds)) ?? [])];
      let away: number | undefined;
      for (const place of all.slice(1)) {
        const missing = versionIds.filter((_, index) => found[index] === undefined);
        if (missing.length === 0) return found;
        const versions = await unlessAway(place, () => place.store.readCreatives(missing), undefined);
        if (versions === undefined) away = place.number;
        versionIds.forEach((id, index) => {
          found[index] ??= versions?.[missing.indexOf(id)];
        });
      }
      if (away !== undefined && found.includes(undefined)) {
        throw new StoreUnavailable(`Place ${away}, which may have a creative, cannot be reached.`);
      }
      return found;
    },

    releaseExpired: async (limit) => {
      await know([]);
      let released = 0;
      for (const place of all) {
        if (released >= limit) break;
        released += await unlessAway(place, () => place.store.releaseExpired(limit - released), 0);
      }
      return released;
    },
  };
}

/** The answer of a place; `otherwise` if it does not answer in time. Home has to answer. */
async function unlessAway<T, U>(place: Place, ask: () => Promise<T>, otherwise: U): Promise<T | U> {
  return place.number === 0 ? ask() : unlessOut(place, ask, otherwise);
}

/** The answer of a place or of home; `otherwise` if it cannot be reached, or does not answer in time. */
async function unlessOut<T, U>(place: Place, ask: () => Promise<T>, otherwise: U): Promise<T | U> {
  await place.begun();
  if (place.isAway()) return otherwise;
  try {
    return await place.within(ask());
  } catch (error) {
    if (isOutage(error)) return otherwise;
    throw error;
  }
}

/** Calls `work` once for each group, all at once, and returns the answers in the order of the items. */
export async function eachGroup<Item, Answer>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
  work: (key: number, group: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const groups = Map.groupBy(items.keys(), (index) => keyOf(itemAt(items, index)));
  const answers: Answer[] = [];
  await Promise.all(
    [...groups].map(async ([key, indexes]) => {
      const answered = await work(
        key,
        indexes.map((index) => itemAt(items, index)),
      );
      indexes.forEach((index, at) => {
        answers[index] = itemAt(answered, at);
      });
    }),
  );
  return answers;
}

/** Consecutive items of one key. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  let last: unknown;
  for (const item of items) {
    const key = keyOf(item);
    if (runs.length > 0 && key === last) runs.at(-1)?.push(item);
    else runs.push([item]);
    last = key;
  }
  return runs;
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  // The lists have these items, which may be undefined themselves.
  return items[index] as Item;
}

function placeAt(all: readonly Place[], number: number): Place {
  const place = all[number];
  if (place === undefined)
    throw new Error(
      `A campaign is at place ${number}, but openPlaced has ${all.length - 1} places: add the missing ones in their order.`,
    );
  return place;
}
