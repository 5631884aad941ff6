import { Lru } from "../lru.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";

/**
 * Decides which ads and views the view rates are learned from, so that no network (IPv4 /24, IPv6 /48) outvotes the others. The first
 * {@link wholeAds} ads of a network in an hour count, later ones with a falling probability, views with the same one. All ads
 * of a network together count at most as twice {@link wholeAds}, and its view rate stays as it is.
 */
export interface LearningShare {
  /** Whether to learn from an ad that is issued to this network. `undefined`: an unknown network; always. */
  readonly ofIssued: (network: string | undefined) => boolean;
  /** Whether to learn from a view of this network. */
  readonly ofView: (network: string | undefined) => boolean;
}

/** Ads of one network and hour that count in full. */
export const wholeAds = 2;
const hourMs = 3_600_000;
/** Networks that are remembered; at least half of them, who came last. */
const maxNetworks = 50_000;

export function createLearningShare(clock: Clock, draw: () => number): LearningShare {
  const networks = new Lru<{ hour: EpochMs; ads: number }>(maxNetworks);

  const adsOf = (network: string, issued: number): number => {
    const hour = Math.floor(clock() / hourMs);
    const known = networks.get(network);
    if (known?.hour === hour) {
      known.ads += issued;
      return known.ads;
    }
    networks.set(network, { hour, ads: issued });
    return issued;
  };
  const isDrawn = (ads: number): boolean => ads <= wholeAds || draw() < (wholeAds / ads) ** 2;

  return {
    ofIssued: (network) => network === undefined || isDrawn(adsOf(network, 1)),
    ofView: (network) => network === undefined || isDrawn(adsOf(network, 0)),
  };
}
