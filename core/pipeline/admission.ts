import type { Stopwatch } from "../timing/deadlines.ts";

/**
 * Limits the requests under way by the time that they take. A request past the limit is refused at once, so that admitted
 * requests are answered in time.
 *
 * While answers come quickly the limit grows with the demand. When requests take longer than {@link slowMs} it becomes the number that is
 * answered in {@link goalMs} (Little's law). Requests that are answered without waiting, such as a refused key, hardly count, or
 * they would hide the wait of the others. When nothing is answered the limit falls to {@link leastUnderWay}, which lets the next
 * requests find out that the store is back.
 */
export interface Admission {
  /** Whether a request of this peer would be admitted now. `undefined`: an unknown peer. */
  readonly hasRoom: (peer: string | undefined) => boolean;
  /** Admits a request, or returns `undefined`. The caller calls `leave` once for each admitted request, however it ends. */
  readonly enter: (peer: string | undefined) => Admitted | undefined;
  /** Does nothing the second time. */
  readonly leave: (admitted: Admitted) => void;
  readonly underWay: () => number;
  readonly limit: () => number;
}

/** An admitted request. */
export interface Admitted {
  /** When the request was admitted, by the stopwatch. */
  readonly at: number;
  readonly peer: string | undefined;
  isUnderWay: boolean;
}

/** Five batches of the store: with fewer the store might wait for requests. A few clients are never refused. */
export const leastUnderWay = 320;
/**
 * The limit before the first measurement. Requests that are too many for the store are refused while they wait
 * (storage/batcher.ts).
 */
const firstLimit = 1_024;
const mostUnderWay = 10_000;

/** Answers are of use for about 800 ms, which networks and unread requests share. */
export const slowMs = 350;
export const goalMs = 250;
/** While requests take less time than this, the limit grows. */
const quickMs = 125;
const windowMs = 50;
/** Averaging time of the measured rate. */
const memoryMs = 250;
const growth = 1.5;

/** The share of the limit that one address may use, so that others always find room. */
const shareOfOnePeer = 0.75;

export interface AdmissionBounds {
  readonly least: number;
  readonly first: number;
  readonly most: number;
}

const usualBounds: AdmissionBounds = { least: leastUnderWay, first: firstLimit, most: mostUnderWay };

export function createAdmission(stopwatch: Stopwatch, bounds: AdmissionBounds = usualBounds): Admission {
  const bounded = (wanted: number): number =>
    Math.round(Math.min(bounds.most, Math.max(bounds.least, wanted)));
  let limit = bounds.first;
  let underWay = 0;
  const ofPeer = new Map<string, number>();

  let windowAt = stopwatch();
  /** Of the window: the requests that ended, the sums of their times and of the squares, and the requests that waited. */
  let left = 0;
  let sum = 0;
  let squares = 0;
  let waited = 0;
  /** The most requests under way in the window. */
  let most = 0;
  /** Requests a millisecond that had to wait, over the last windows. */
  let rate = 0;
  /** Since when no request has ended although some are under way. */
  let quietSince = windowAt;

  const roll = (now: number): void => {
    const elapsed = now - windowAt;
    if (elapsed < windowMs) return;
    rate += (waited / elapsed - rate) * (1 - Math.exp(-elapsed / memoryMs));
    // The mean weighs each request by its time: the expected time of most requests under way.
    const took = left > 0 ? squares / Math.max(sum, 1e-9) : underWay > 0 ? now - quietSince : 0;
    if (took > slowMs) limit = Math.min(limit, bounded(rate * goalMs));
    else if (left > 0 && took < quickMs && most > limit / 2) limit = bounded(limit * growth);
    windowAt = now;
    left = 0;
    sum = 0;
    squares = 0;
    waited = 0;
    most = underWay;
  };

  const hasRoom = (peer: string | undefined): boolean => {
    if (underWay >= limit) {
      roll(stopwatch());
      if (underWay >= limit) return false;
    }
    // The usual case: the limit is not reached.
    if (peer === undefined || underWay < limit * shareOfOnePeer) return true;
    return (ofPeer.get(peer) ?? 0) < limit * shareOfOnePeer;
  };

  return {
    hasRoom,
    enter: (peer) => {
      const now = stopwatch();
      roll(now);
      if (!hasRoom(peer)) return undefined;
      if (underWay === 0) quietSince = now;
      underWay += 1;
      most = Math.max(most, underWay);
      if (peer !== undefined) ofPeer.set(peer, (ofPeer.get(peer) ?? 0) + 1);
      return { at: now, peer, isUnderWay: true };
    },
    leave: (admitted) => {
      if (!admitted.isUnderWay) return;
      admitted.isUnderWay = false;
      underWay -= 1;
      const { at, peer } = admitted;
      if (peer !== undefined) {
        const others = (ofPeer.get(peer) ?? 0) - 1;
        if (others > 0) ofPeer.set(peer, others);
        else ofPeer.delete(peer);
      }
      const now = stopwatch();
      const took = now - at;
      quietSince = now;
      left += 1;
      sum += took;
      squares += took * took;
      waited += Math.min(1, took / goalMs);
      roll(now);
    },
    underWay: () => underWay,
    limit: () => limit,
  };
}
