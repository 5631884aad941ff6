import type { Identity } from "../contract/identity.ts";

/** A user to forget: exactly one of the ids that ad requests carry. */
export interface NamedUser {
  readonly visitor?: string | undefined;
  readonly stable?: string | undefined;
  /** Digits. */
  readonly messenger?: string | undefined;
}

/** The identity of a user; `undefined` unless exactly one id is given. */
export function onlyIdentity({ visitor, stable, messenger }: NamedUser): Identity | undefined {
  const given: Identity[] = [];
  if (visitor !== undefined) given.push({ kind: "visitor", value: visitor });
  if (stable !== undefined) given.push({ kind: "stable", value: stable });
  if (messenger !== undefined) given.push({ kind: "messenger", value: messenger });
  return given.length === 1 ? given[0] : undefined;
}
