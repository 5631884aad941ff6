export interface Bare {
  readonly member: string;
  /** A documented member. */
  readonly documented: string;
  readonly kind: "bare";
}

/** A documented union. */
export type Union =
  | {
      /** The first. */
      readonly first: string;
    }
  | { readonly second: string };

export const bare = 1;
