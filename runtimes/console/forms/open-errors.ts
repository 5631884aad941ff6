import type { FormError } from "../form-error.ts";

/** The API's errors while a form is drawn: each field takes its own. */
export class OpenErrors {
  readonly #open = new Set<FormError>();
  /** The errors by each path that is or contains their path, because a form has very many fields. */
  readonly #inside = new Map<string, FormError[]>();
  readonly #taken: FormError[] = [];

  constructor(errors: readonly FormError[]) {
    for (const error of errors) this.#add(error);
  }

  #add(error: FormError): void {
    this.#open.add(error);
    for (const { index } of `${error.path}.`.matchAll(/[.[]/g)) {
      const path = error.path.slice(0, index);
      this.#inside.set(path, [...(this.#inside.get(path) ?? []), error]);
    }
  }

  /**
   * Takes the errors of exactly this path. A field, which gives `write`, also takes those of paths inside it, and gets
   * the limits in their messages in its own units.
   */
  take(path: string, label: string, write?: (limit: number) => string): readonly FormError[] {
    const own = this.#openAt(path).filter((error) => write !== undefined || error.path === path);
    const taken = own.map((error): FormError => {
      this.#open.delete(error);
      const inUnits = (_: string, bound: string, limit: string): string =>
        `${bound} ${write?.(Number(limit)) ?? limit}`;
      return {
        path,
        label,
        message: error.message.replace(/\b(at least|at most) (\d+(?:\.\d+)?)/g, inUnits),
      };
    });
    this.#taken.push(...taken);
    return taken;
  }

  /** Moves errors from a path of the API to the path of the form. */
  move(from: string, to: string): void {
    for (const error of this.#openAt(from)) {
      this.#open.delete(error);
      this.#add({ ...error, path: to + error.path.slice(from.length) });
    }
  }

  #openAt(path: string): readonly FormError[] {
    return (this.#inside.get(path) ?? []).filter((error) => this.#open.has(error));
  }

  /** The number of errors that fields have taken. */
  get taken(): number {
    return this.#taken.length;
  }

  /** The errors of fields in the order of the form, then the others. */
  all(): readonly FormError[] {
    return [...this.#taken, ...this.#open];
  }
}
