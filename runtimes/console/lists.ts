import * as v from "valibot";
import type { Page } from "../../core/management/page.ts";
import type { ApiClient, Call } from "./api-client.ts";

/** A page of a list. Lists with pages in one direction have neither `previous` nor `total`. */
export type ListPage<T> = Omit<Page<T>, "total"> & { readonly total?: number | undefined };

export function listOf<T>(item: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, ListPage<T>> {
  const cursor = v.nullable(v.string());
  return v.object({
    items: v.array(item),
    next: cursor,
    previous: v.optional(cursor, null),
    total: v.optional(v.number()),
  });
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** False: only the first {@link maxPages} pages. */
  readonly isWhole: boolean;
}

const pageSize = "500";
const maxPages = 8;

/** Reads all pages of a list, at most 4,000 items. */
export async function listAll<T>(
  { call }: Pick<ApiClient, "call">,
  operation: string,
  item: v.GenericSchema<unknown, T>,
  query: NonNullable<Call["query"]>,
): Promise<Listed<T>> {
  const items: T[] = [];
  let after: string | null | undefined;
  for (let page = 0; page < maxPages && after !== null; page++) {
    const read = await call(operation, listOf(item), { query: { ...query, limit: pageSize, after } });
    if ("problem" in read) return { items, isWhole: true };
    items.push(...read.json.items);
    after = read.json.next;
  }
  return { items, isWhole: after === null };
}

/** The non-empty lines of a text area. */
export function linesOf(typed: string | null): readonly string[] {
  return (typed ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The entries of a text, separated by commas or line breaks. Empty: `undefined`. */
export function entriesOf(typed: string | null): readonly string[] | undefined {
  const all = linesOf((typed ?? "").replaceAll(",", "\n"));
  return all.length === 0 ? undefined : all;
}
