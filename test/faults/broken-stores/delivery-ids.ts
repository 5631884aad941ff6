import { deliveryIdTime, parseDeliveryId } from "../../../core/signing/delivery-id.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";

const weekMs = 7 * 24 * 3_600_000;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function timeOf(deliveryId: string): number {
  const bytes = parseDeliveryId(deliveryId);
  return bytes === undefined ? 0 : deliveryIdTime(bytes);
}

/** Throws for what is no delivery id. */
function decoded(deliveryId: string): Uint8Array {
  const bytes = parseDeliveryId(deliveryId);
  if (bytes !== undefined) return bytes;
  throw new Error("A delivery id is 22 letters of base64url.");
}

/** As a lenient decoder reads it: the last of 22 letters has four bits too many. */
function withoutStrayBits(deliveryId: string): string {
  const last = letters.indexOf(deliveryId.slice(21));
  if (!/^[A-Za-z0-9_-]{22}$/.test(deliveryId)) return deliveryId;
  return deliveryId.slice(0, 21) + letters.charAt(last - (last % 16));
}

export const brokenDeliveryIds: readonly BrokenStore[] = [
  ...[
    "the time of a delivery id judges nothing: the store's clock does",
    "holds are given back by age, whatever the time of their ids",
  ].map((caughtBy, n) =>
    brokenStore(
      n === 0 ? "takes the time of a delivery's id for its age" : "releases by the time of the ids",
      caughtBy,
      (inner, clock, skew) => ({
        issue: async (orders) => {
          const outcomes = [];
          for (const order of orders) {
            const ms = timeOf(order.deliveryId) - clock.now();
            outcomes.push(...(await skew.while(ms, () => inner.issue([order]))));
          }
          return outcomes;
        },
      }),
    ),
  ),
  brokenStore(
    "compares delivery ids without their case",
    "delivery ids that differ in one letter, or only in its case, are different",
    (inner) => {
      const first = new Map<string, string>();
      const same = (id: string): string => {
        const known = first.get(id.toLowerCase()) ?? id;
        first.set(id.toLowerCase(), known);
        return known;
      };
      return {
        issue: (orders) =>
          inner.issue(orders.map((order) => ({ ...order, deliveryId: same(order.deliveryId) }))),
      };
    },
  ),
  brokenStore(
    "fails for an id with stray bits in its last letter",
    "a text that is no delivery id is unknown, and spoils nothing beside it",
    (inner) => ({
      findDeliveries: (ids) => {
        for (const id of ids) decoded(id);
        return inner.findDeliveries(ids);
      },
      record: (events) => {
        for (const { deliveryId } of events) decoded(deliveryId);
        return inner.record(events);
      },
    }),
  ),
  brokenStore(
    "takes an id with stray bits for the one that its bytes belong to",
    "a text that is no delivery id is unknown, and spoils nothing beside it",
    (inner) => ({
      findDeliveries: (ids) => inner.findDeliveries(ids.map(withoutStrayBits)),
      record: (events) =>
        inner.record(events.map((event) => ({ ...event, deliveryId: withoutStrayBits(event.deliveryId) }))),
    }),
  ),
  brokenStore(
    "leaves out deliveries of a time for which it has no partition",
    "a well-formed id of any time that was never issued is unknown",
    (inner, clock) => ({
      findDeliveries: (ids) =>
        inner.findDeliveries(ids.filter((id) => Math.abs(timeOf(id) - clock.now()) < weekMs)),
    }),
  ),
];
