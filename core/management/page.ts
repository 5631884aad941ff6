import * as v from "valibot";

/** The query of a list. */
export interface PageQuery {
  /** The maximum number of items. */
  readonly limit: number;
  /** The last id of the previous page. Absent: the first page. */
  readonly after?: string | undefined;
}

const maxPage = 500;
const defaultPage = 100;

/** Parses a whole number in a query. */
export function wholeNumber(min: number, max: number): v.GenericSchema<unknown, number> {
  return v.pipe(
    v.string(),
    v.metadata({ type: "integer", minimum: min, maximum: max }),
    v.regex(/^\d{1,16}$/, `Send a whole number from ${min} to ${max}.`),
    v.transform(Number),
    v.minValue(min, `Send at least ${min}.`),
    v.maxValue(max, `Send at most ${max}.`),
  );
}

/** `limit`: 1 to 500, default 100. `after`: the last id of the previous page. */
export const pageEntries: {
  readonly limit: v.GenericSchema<unknown, number>;
  readonly after: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
} = {
  limit: v.optional(wholeNumber(1, maxPage), String(defaultPage)),
  after: v.optional(v.string()),
};

export const pageQuery: v.GenericSchema<unknown, PageQuery> = v.strictObject(pageEntries);

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The `after` of the next page; null on the last page. */
  readonly next: string | null;
}

/** The schema of a page in an answer. `also`: further fields of it. */
export function pageSchema(item: v.GenericSchema, also: v.ObjectEntries = {}): v.GenericSchema {
  return v.strictObject({ items: v.array(item), next: v.nullable(v.string()), ...also });
}

/** Returns the items after `query.after`, sorted by id. */
export function pageOf<T extends { readonly id: string }>(all: Iterable<T>, query: PageQuery): Page<T> {
  const { after, limit } = query;
  const first: T[] = [];
  for (const item of all) {
    if (after !== undefined && item.id <= after) continue;
    const last = first.at(-1);
    // Keeps one item more than the page, which shows whether a next page exists. The rest of a large list is compared
    // but not sorted.
    if (first.length > limit && last !== undefined && item.id >= last.id) continue;
    first.splice(positionOf(item.id, first), 0, item);
    if (first.length > limit + 1) first.pop();
  }
  const items = first.slice(0, limit);
  return { items, next: first.length > items.length ? (items.at(-1)?.id ?? null) : null };
}

/** The position of an id among sorted items. */
function positionOf(id: string, sorted: readonly { readonly id: string }[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
