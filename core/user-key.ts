import { type ConfigurationOptions, identitySecretOf, minSecretCharacters } from "./configuration.ts";
import type { Identity } from "./contract/identity.ts";
import { hashIdentity } from "./signing/identity-hash.ts";
import { createKeyring } from "./signing/keyring.ts";

/**
 * What a store keeps of one identity on one platform, 22 characters: the `userKey` of its deliveries, and what `forgetUser` of a
 * store takes. A messenger's identity is its `user_id` in digits. `options` are those that the server runs with. Throws a
 * RangeError when they, and the environment, hold no secret or too short a one.
 */
export function userKeyOf(
  platformId: string,
  identity: Identity,
  options: Pick<ConfigurationOptions, "env" | "secrets" | "identitySecret">,
): string {
  const secret = identitySecretOf(options) ?? "";
  if (secret.length < minSecretCharacters) {
    throw new RangeError(
      "Set HANDBILL_IDENTITY_SECRET, or HANDBILL_SECRET, to what the server runs with: identities are stored as hashes under it.",
    );
  }
  return hashIdentity(createKeyring([secret], secret).identity, platformId, identity);
}
