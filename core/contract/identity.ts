import * as v from "valibot";
import { maxStableUserIdCharacters, maxVisitorIdCharacters, minVisitorIdCharacters } from "./limits.ts";
import { userId } from "./text.ts";

/** The person that an ad is shown to (contract.md §5). */
export interface Identity {
  /** The source: `visitor_id`, `stable_user_id`, or the `user_id` of a bot request (`messenger`). */
  readonly kind: "visitor" | "stable" | "messenger";
  /** The identifier as sent; digits for a messenger. */
  readonly value: string;
}

/** The identity fields of a web request; a request sends exactly one. */
export interface IdentityFields {
  readonly visitor_id?: string | undefined;
  readonly stable_user_id?: string | undefined;
}

/** Parses the two identity fields of the web endpoints (contract.md §2.1). */
export const identityEntries: {
  readonly visitor_id: v.OptionalSchema<v.GenericSchema<unknown, string>, undefined>;
  readonly stable_user_id: v.OptionalSchema<v.GenericSchema<unknown, string>, undefined>;
} = {
  visitor_id: v.optional(userId(minVisitorIdCharacters, maxVisitorIdCharacters)),
  stable_user_id: v.optional(userId(1, maxStableUserIdCharacters)),
};

/** The identity of a request, or the invalid field. */
export type IdentityChoice =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** Chooses the identity of a request. contract.md §5: exactly one is sent, and a browser sends `visitor_id`. */
export function chooseIdentity(fields: IdentityFields, fromBrowser: boolean): IdentityChoice {
  const { visitor_id, stable_user_id } = fields;
  if (stable_user_id !== undefined) {
    if (fromBrowser) {
      return refuse("stable_user_id", "Send visitor_id: stable_user_id is for requests from a server.");
    }
    if (visitor_id !== undefined) {
      return refuse("stable_user_id", "Send exactly one of visitor_id and stable_user_id.");
    }
    return { ok: true, identity: { kind: "stable", value: stable_user_id } };
  }
  if (visitor_id === undefined) {
    return refuse("visitor_id", fromBrowser ? "Send visitor_id." : "Send visitor_id or stable_user_id.");
  }
  return { ok: true, identity: { kind: "visitor", value: visitor_id } };
}

function refuse(path: string, message: string): IdentityChoice {
  return { ok: false, path, message };
}
