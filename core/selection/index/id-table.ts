/**
 * Finds the place of a campaign by its id: a hash table of places, without the ids. A Map of a million ids would take
 * more memory than the whole index.
 */
export class IdTable {
  readonly #slots: Int32Array;
  readonly #idAt: (place: number) => string | undefined;

  /** `most`: places that it will be given. `idAt`: the id at a place, as long as the table is used. */
  constructor(most: number, idAt: (place: number) => string | undefined) {
    this.#slots = new Int32Array(Math.ceil(most * 1.4) + 1).fill(-1);
    this.#idAt = idAt;
  }

  /** The place of an id, or -1. */
  find(id: string): number {
    const { length } = this.#slots;
    for (let slot = hash(id) % length; ; slot = slot + 1 < length ? slot + 1 : 0) {
      const place = this.#slots[slot] ?? -1;
      if (place < 0 || this.#idAt(place) === id) return place;
    }
  }

  /** Gives an id that it does not have a place. */
  add(id: string, place: number): void {
    const { length } = this.#slots;
    let slot = hash(id) % length;
    while ((this.#slots[slot] ?? -1) >= 0) slot = slot + 1 < length ? slot + 1 : 0;
    this.#slots[slot] = place;
  }
}

/** FNV-1a over UTF-16 code units, stirred once more because only the rest of a division is used. */
function hash(id: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) value = Math.imul(value ^ id.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
