import type { OwnerFilter } from "../storage/counts.ts";

/** Whose statements they are: a publisher, by its id, or an advertiser, by its name. */
export interface Account {
  readonly kind: "publisher" | "advertiser";
  readonly id: string;
}

/** The account as the store names it: `publisher:acme`. */
export function accountName({ kind, id }: Account): string {
  return `${kind}:${id}`;
}

/** `undefined`: not the name of an account. */
export function parseAccount(name: string): Account | undefined {
  const [, kind, id] = /^(publisher|advertiser):(.+)$/s.exec(name) ?? [];
  if (id === undefined) return undefined;
  return { kind: kind === "publisher" ? "publisher" : "advertiser", id };
}

/** The charges and statistics of an account. */
export function ownerFilter({ kind, id }: Account): OwnerFilter {
  return kind === "publisher" ? { publisherIds: [id] } : { advertisers: [id] };
}
