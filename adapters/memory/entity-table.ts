/** The entities of one kind by id, and the revision at which each last changed or was removed. */
export class EntityTable<T> {
  readonly #present = new Map<string, { readonly entity: T; readonly revision: number }>();
  readonly #removed = new Map<string, { readonly entity: T; readonly revision: number }>();

  get(id: string): T | undefined {
    return this.#present.get(id)?.entity;
  }

  put(id: string, entity: T, revision: number): void {
    this.#present.set(id, { entity, revision });
    this.#removed.delete(id);
  }

  remove(id: string, revision: number): void {
    const row = this.#present.get(id);
    if (row === undefined) return;
    this.#present.delete(id);
    this.#removed.set(id, { entity: row.entity, revision });
  }

  /** As it stood when it was removed. */
  removed(id: string): T | undefined {
    return this.#removed.get(id)?.entity;
  }

  all(): readonly T[] {
    return this.changedSince(-1);
  }

  changedSince(revision: number): readonly T[] {
    return [...this.#present.values()].filter((row) => row.revision > revision).map((row) => row.entity);
  }

  removedSince(revision: number): readonly string[] {
    return [...this.#removed].filter(([, row]) => row.revision > revision).map(([id]) => id);
  }
}
