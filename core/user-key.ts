import { type ConfigurationOptions, identitySecretOf, minSecretCharacters } from "./configuration.ts";
import type { Identity } from "./contract/identity.ts";
import { hashIdentity } from "./signing/identity-hash.ts";
import { createKeyring } from "./signing/keyring.ts";

/**
 * The key under which a store keeps one identity on one platform: 22 characters, the `userKey` of its deliveries and
 * the argument of a store's `forgetUser`. The value of a messenger identity is its `user_id` in digits. Pass the
 * `options` of the running server. Throws a RangeError when neither they nor the environment hold a secret of
 * sufficient length.
 */
export function userKeyOf(
  platformId: string,
  identity: Identity,
  options: Pick<ConfigurationOptions, "env" | "secrets" | "identitySecret">,
): string {
  const secret = identitySecretOf(options) ?? "";
  if (secret.length < minSecretCharacters) {
    throw new RangeError(
      "Set HANDBILL_IDENTITY_SECRET, or HANDBILL_SECRET, to the value that the server uses: it is the key of the stored identity hashes.",
    );
  }
  return hashIdentity(createKeyring([secret], secret).identity, platformId, identity);
}
