import { Lru } from "../lru.ts";
import { hashNetworkOfDay } from "../signing/identity-hash.ts";
import type { Keyring } from "../signing/keyring.ts";
import type { Clock } from "../timing/clock.ts";

/**
 * The network as a delivery keeps it: a keyed hash that changes with the UTC day, so that a network cannot be followed from day
 * to day. Empty for an unknown network.
 */
export type NetworkOfDay = (network: string | undefined, keyring: Pick<Keyring, "identity">) => string;

const maxNetworks = 20_000;
const dayMs = 86_400_000;

/** Remembers the hashes of today's latest networks. `network`: the keyed hash that the rate limits use. */
export function createNetworkOfDay(clock: Clock): NetworkOfDay {
  let day = -1;
  let hashes = new Lru<string>(maxNetworks);
  return (network, { identity }) => {
    if (network === undefined) return "";
    const today = Math.floor(clock() / dayMs);
    if (today !== day) {
      day = today;
      hashes = new Lru(maxNetworks);
    }
    const known = hashes.get(network);
    if (known !== undefined) return known;
    const hash = hashNetworkOfDay(identity, today, network);
    hashes.set(network, hash);
    return hash;
  };
}
