import { type FormError, isWithin } from "../form-error.ts";

/** The API's errors while a form is drawn: each field takes its own. */
export class OpenErrors {
  #open: readonly FormError[];
  readonly #taken: FormError[] = [];

  constructor(errors: readonly FormError[]) {
    this.#open = errors;
  }

  /**
   * Takes the errors of exactly this path. A field, which gives `write`, also takes those of paths inside it, and gets
   * the limits in their messages in its own units.
   */
  take(path: string, label: string, write?: (limit: number) => string): readonly FormError[] {
    const isOwn = (error: FormError): boolean =>
      write === undefined ? error.path === path : isWithin(error.path, path);
    const own = this.#open.filter(isOwn).map(({ message }): FormError => {
      const inUnits = (_: string, bound: string, limit: string): string =>
        `${bound} ${write?.(Number(limit)) ?? limit}`;
      return { path, label, message: message.replace(/\b(at least|at most) (\d+)/g, inUnits) };
    });
    this.#open = this.#open.filter((error) => !isOwn(error));
    this.#taken.push(...own);
    return own;
  }

  /** Moves errors from a path of the API to the path of the form. */
  move(from: string, to: string): void {
    this.#open = this.#open.map((error) =>
      isWithin(error.path, from) ? { ...error, path: to + error.path.slice(from.length) } : error,
    );
  }

  /** The errors of fields in the order of the form, then the others. */
  all(): readonly FormError[] {
    return [...this.#taken, ...this.#open];
  }
}
