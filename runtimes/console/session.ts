import * as v from "valibot";
import { type CatalogView, keyIn } from "../../core/management/catalog-view.ts";
import type { Principal } from "../../core/management/principal.ts";
import { isRevoked } from "../../core/signing/api-key.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import type { Seal } from "./seal.ts";

export const sessionLifetimeMs: number = 12 * 3_600_000;

export interface LinkCredential {
  readonly by: "link";
  readonly advertiser?: string | undefined;
}

/** The credential of a sign-in. A session is valid as long as its credential. */
export type Credential =
  | LinkCredential
  /** A keyed hash of the operator's token. */
  | { readonly by: "token"; readonly hash: string }
  | { readonly by: "key"; readonly keyId: string };

export interface Session {
  /** A random id. Forms are bound to it. */
  readonly id: string;
  readonly expiresAt: EpochMs;
  readonly credential: Credential;
}

const sessionSchema: v.GenericSchema<unknown, Session> = v.object({
  id: v.string(),
  expiresAt: v.number(),
  credential: v.variant("by", [
    v.object({ by: v.literal("link"), advertiser: v.optional(v.string()) }),
    v.object({ by: v.literal("token"), hash: v.string() }),
    v.object({ by: v.literal("key"), keyId: v.string() }),
  ]),
});

export function sealSession(session: Session, seal: Seal): string {
  return seal.seal("console-session", JSON.stringify(session));
}

/** Opens a session cookie. `undefined`: forged or expired. */
export function openSession(text: string, seal: Seal, now: EpochMs): Session | undefined {
  const payload = seal.open("console-session", text);
  if (payload === undefined) return undefined;
  const session = v.safeParse(sessionSchema, JSON.parse(payload));
  return session.success && now < session.output.expiresAt ? session.output : undefined;
}

export interface KnownCredentials {
  readonly seal: Seal;
  readonly operatorTokens: readonly string[];
  readonly view: CatalogView;
}

export function principalOfLink({ advertiser }: LinkCredential): Principal {
  return advertiser === undefined
    ? { role: "operator", name: "" }
    : { role: "advertiser", name: advertiser, advertiser };
}

/** The principal of a credential; `undefined`: the key is revoked or the token is no longer valid. */
export function principalOf(credential: Credential, known: KnownCredentials): Principal | undefined {
  switch (credential.by) {
    case "link":
      return principalOfLink(credential);
    case "token": {
      const { seal, operatorTokens } = known;
      const isKnown = operatorTokens.some((token) => seal.isHash("console-token", token, credential.hash));
      return isKnown ? { role: "operator", name: "" } : undefined;
    }
    case "key": {
      const key = keyIn(known.view, credential.keyId);
      if (key === undefined || key.mode !== "manage" || isRevoked(key, known.view.at)) return undefined;
      return { role: "publisher", name: key.publisherId, publisherId: key.publisherId };
    }
    default:
      return credential satisfies never;
  }
}
