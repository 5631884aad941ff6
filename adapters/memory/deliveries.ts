import type { Delivery } from "../../core/storage/delivery.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { deliveryLifetimeMs } from "../../core/timing/windows.ts";

/** A delivery and what nobody outside sees of it. `delivery` is replaced on every change, never altered. */
export interface Entry {
  delivery: Delivery;
  /** Whether `seen` itself was recorded; `seenAt` is also set by a press or a click. */
  seenRecorded: boolean;
  /** What became of the held price. `none`: nothing was ever held (bot, price 0). */
  hold: "none" | "open" | "spent" | "released";
}

export interface Deliveries {
  readonly byId: Map<string, Entry>;
  readonly holding: HoldQueue;
  /** Charged ones of users who were forgotten, without id and user: the charges stay. */
  readonly forgotten: Entry[];
}

/** Everything that was ever held, oldest first; what lies before `head` is dealt with. */
export interface HoldQueue {
  entries: Entry[];
  head: number;
}

export function emptyDeliveries(): Deliveries {
  return { byId: new Map(), holding: { entries: [], head: 0 }, forgotten: [] };
}

export function addDelivery(deliveries: Deliveries, entry: Entry): void {
  deliveries.byId.set(entry.delivery.id, entry);
  if (entry.hold === "open") insertByAge(deliveries.holding.entries, entry, deliveries.holding.head);
}

/** What charges are counted from. */
export function* everyDelivery({ byId, forgotten }: Deliveries): Generator<Entry> {
  yield* byId.values();
  yield* forgotten;
}

/** Expired at an age of more than one hour (contract.md §8), or because its hold was given back already. */
export function isExpired(entry: Entry, now: EpochMs): boolean {
  return now - entry.delivery.issuedAt > deliveryLifetimeMs || entry.hold === "released";
}

/** Takes the oldest expired delivery that still holds its price off the queue. */
export function nextExpiredHold(queue: HoldQueue, now: EpochMs): Entry | undefined {
  for (;;) {
    const entry = queue.entries[queue.head];
    if (entry === undefined || (entry.hold === "open" && !isExpired(entry, now))) {
      compact(queue);
      return undefined;
    }
    queue.head += 1;
    if (entry.hold === "open") return entry;
  }
}

function compact(queue: HoldQueue): void {
  if (queue.head * 2 <= queue.entries.length) return;
  queue.entries = queue.entries.slice(queue.head);
  queue.head = 0;
}

/** Nearly always at the end; earlier only when the wall clock stepped back. Nothing before `from` is looked at. */
export function insertByAge(entries: Entry[], entry: Entry, from: number): void {
  let index = entries.length;
  for (; index > from; index -= 1) {
    const before = entries[index - 1];
    if (before === undefined || before.delivery.issuedAt <= entry.delivery.issuedAt) break;
  }
  if (index === entries.length) entries.push(entry);
  else entries.splice(index, 0, entry);
}
