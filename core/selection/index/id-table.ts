/**
 * Finds the position of a campaign by its id: a hash table of positions without the ids. A Map of a million ids would take more
 * memory than the whole index.
 */
export class IdTable {
  readonly #slots: Int32Array;
  readonly #idAt: (position: number) => string | undefined;

  /** `capacity`: the most positions. `idAt`: the id at a position, for the lifetime of the table. */
  constructor(capacity: number, idAt: (position: number) => string | undefined) {
    this.#slots = new Int32Array(Math.ceil(capacity * 1.4) + 1).fill(-1);
    this.#idAt = idAt;
  }

  /** The position of an id, or -1. */
  find(id: string): number {
    const { length } = this.#slots;
    for (let slot = hash(id) % length; ; slot = slot + 1 < length ? slot + 1 : 0) {
      const position = this.#slots[slot] ?? -1;
      if (position < 0 || this.#idAt(position) === id) return position;
    }
  }

  /** Adds an id that is not in the table yet. */
  add(id: string, position: number): void {
    const { length } = this.#slots;
    let slot = hash(id) % length;
    while ((this.#slots[slot] ?? -1) >= 0) slot = slot + 1 < length ? slot + 1 : 0;
    this.#slots[slot] = position;
  }
}

/** FNV-1a over UTF-16 code units, mixed once more because only the remainder of a division is used. */
function hash(id: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) value = Math.imul(value ^ id.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
