import * as v from "valibot";
import { anyText } from "../contract/text.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";

/** The query of a list. */
export interface PageQuery {
  /** The maximum number of items. */
  readonly limit: number;
  /** `next` of a page: the items after it. Absent, like `before`: the first page. */
  readonly after?: string | undefined;
  /** `previous` of a page: the items before it. */
  readonly before?: string | undefined;
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

type Cursor = v.OptionalSchema<typeof anyText, undefined>;

/** `limit`: 1 to 500, default 100. `after`: `next` of the previous page. */
export const pageEntries: { readonly limit: v.GenericSchema<unknown, number>; readonly after: Cursor } = {
  limit: v.optional(wholeNumber(1, maxPage), String(defaultPage)),
  after: v.optional(anyText),
};

/** The entries of a list with pages in both directions. */
export const bothWays: typeof pageEntries & { readonly before: Cursor } = {
  ...pageEntries,
  before: v.optional(anyText),
};

export const pageQuery: v.GenericSchema<unknown, PageQuery> = v.strictObject(bothWays);

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The `after` of the next page; null on the last page. */
  readonly next: string | null;
  /** The `before` of the previous page; null on the first page. */
  readonly previous: string | null;
  /** The number of items on all pages. */
  readonly total: number;
}

/** The schema of a page in an answer. `also`: further fields of it. */
export function pageSchema(item: v.GenericSchema, also: v.ObjectEntries = {}): v.GenericSchema {
  const cursor = v.nullable(v.string());
  const total = v.pipe(v.number(), v.safeInteger());
  return v.strictObject({ items: v.array(item), next: cursor, previous: cursor, total, ...also });
}

/** The order of a list. Items with equal keys are sorted by id. */
export interface ListOrder<T> {
  /** The key of an item. Absent: its id. Texts come before numbers. */
  readonly keyOf?: ((item: T) => string | number) | undefined;
  /** Whether the largest item comes first. */
  readonly isDescending: boolean;
}

/** The place of an item in an order. Pages refer to places, so that a change of other items skips and repeats none. */
type Place = readonly [key: string | number, id: string];

/** Returns a page of the items, sorted by id unless `order` says otherwise. A problem: a cursor is of another order. */
export function pageOf<T extends { readonly id: string }>(
  all: Iterable<T>,
  { limit, after, before }: PageQuery,
  { keyOf, isDescending }: ListOrder<T> = { isDescending: false },
): Page<T> | ManagementProblem {
  if (after !== undefined && before !== undefined) {
    return invalidField("before", "Send `after` or `before`, not both.");
  }
  const isBackward = before !== undefined;
  const cursor = after ?? before;
  const from = cursor === undefined ? undefined : readCursor(cursor, keyOf !== undefined);
  if (cursor !== undefined && from === undefined) {
    const [field, source] = isBackward ? ["before", "previous"] : ["after", "next"];
    return invalidField(field, `Send \`${source}\` of a page with the same \`sort\`.`);
  }
  const sign = isDescending === isBackward ? 1 : -1;
  const { nearest, total, isFirst } = nearestOf(all, limit + 1, {
    from,
    placeOf: (item) => [keyOf?.(item) ?? "", item.id],
    isFurther: (a, b) => compare(a, b) * sign > 0,
  });
  const page = nearest.slice(0, limit);
  const hasFurther = nearest.length > page.length;
  if (isBackward) page.reverse();
  const cursorOf = (one: Placed<T> | undefined): string | null =>
    one === undefined ? null : keyOf === undefined ? one.place[1] : JSON.stringify(one.place);
  return {
    items: page.map(({ item }) => item),
    next: (isBackward ? !isFirst : hasFurther) ? cursorOf(page.at(-1)) : null,
    previous: (isBackward ? hasFurther : !isFirst) ? cursorOf(page[0]) : null,
    total,
  };
}

interface Placed<T> {
  readonly item: T;
  readonly place: Place;
}

interface Direction<T> {
  readonly from: Place | undefined;
  readonly placeOf: (item: T) => Place;
  /** Whether the first place is further from the start of the page than the second one. */
  readonly isFurther: (a: Place, b: Place) => boolean;
}

/** Finds the items next to a place, the nearest first, at most `count`. The rest of a large list is compared but not sorted. */
function nearestOf<T>(
  all: Iterable<T>,
  count: number,
  { from, placeOf, isFurther }: Direction<T>,
): { readonly nearest: readonly Placed<T>[]; readonly total: number; readonly isFirst: boolean } {
  const nearest: Placed<T>[] = [];
  let total = 0;
  let isFirst = true;
  for (const item of all) {
    total += 1;
    const place = placeOf(item);
    if (from !== undefined && !isFurther(place, from)) {
      isFirst = false;
      continue;
    }
    const last = nearest.at(-1);
    if (nearest.length === count && last !== undefined && isFurther(place, last.place)) continue;
    const position = positionOf(nearest, (one) => isFurther(place, one.place));
    nearest.splice(position, 0, { item, place });
    if (nearest.length > count) nearest.pop();
  }
  return { nearest, total, isFirst };
}

function readCursor(cursor: string, isKeyed: boolean): Place | undefined {
  if (!isKeyed) return ["", cursor];
  try {
    const read = v.safeParse(v.tuple([v.union([v.string(), v.number()]), v.string()]), JSON.parse(cursor));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

function compare([a, idA]: Place, [b, idB]: Place): number {
  if (typeof a !== typeof b) return typeof a === "string" ? -1 : 1;
  if (a !== b) return a < b ? -1 : 1;
  return idA === idB ? 0 : idA < idB ? -1 : 1;
}

/** The number of sorted items that `isAfter` holds for. */
function positionOf<T>(sorted: readonly T[], isAfter: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item !== undefined && isAfter(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
