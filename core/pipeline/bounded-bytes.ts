const firstCapacity = 4_096;

/**
 * Bytes that come in chunks, copied into one buffer that doubles up to a limit. A chunk may be a small view on a large
 * buffer (Deno 2.9: 64 KiB for each), so none is kept; at most twice the limit is ever in memory.
 */
export class BoundedBytes {
  readonly #maxBytes: number;
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#buffer = new Uint8Array(Math.min(firstCapacity, maxBytes));
  }

  /** False, and nothing is added, when there would be more than the limit. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.byteLength;
    if (length > this.#maxBytes) return false;
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(least: number): void {
    const capacity = Math.min(this.#maxBytes, Math.max(least, this.#buffer.length * 2));
    const larger = new Uint8Array(capacity);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
