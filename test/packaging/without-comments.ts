export interface Bare {
  readonly member: string;
  /** A documented member. */
  readonly documented: { readonly inner: string };
  readonly kind: "bare";
}

/** A documented union. */
export type Union =
  | {
      /** The first. */
      readonly first: string;
    }
  | { readonly second: string };

/** A documented intersection. */
export type Both = {
  /** The first. */
  readonly first: string;
} & { readonly other: string };

export const bare = 1;
