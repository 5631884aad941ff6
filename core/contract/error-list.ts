import type { FieldError } from "./problem.ts";

/** Most errors that an answer lists. More of them are counted: a body may hold a mistake in every second byte. */
export const maxListedErrors = 100;
/** The parts of a path are keys of what was sent, and as long as a body may be. */
const maxPathCharacters = 256;
const maxMessageCharacters = 512;

export interface ListedErrors {
  /** The first {@link maxListedErrors}. */
  readonly errors: readonly FieldError[];
  /** How many more there are. */
  readonly omitted: number;
}

/** Collects errors for an answer. */
export class ErrorList implements ListedErrors {
  readonly #errors: FieldError[] = [];
  #omitted = 0;

  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  get omitted(): number {
    return this.#omitted;
  }

  /** `describe` is called only for an error that is listed. */
  add(describe: () => FieldError): void {
    if (this.#errors.length >= maxListedErrors) {
      this.#omitted += 1;
      return;
    }
    const { path, message } = describe();
    this.#errors.push({ path: cut(path, maxPathCharacters), message: cut(message, maxMessageCharacters) });
  }

  addAll(errors: Iterable<FieldError>): void {
    for (const error of errors) this.add(() => error);
  }
}

/** The same errors, as many as an answer lists. */
export function listErrors(errors: Iterable<FieldError>): ListedErrors {
  const list = new ErrorList();
  list.addAll(errors);
  return list;
}

/** What follows the listed errors; empty when all are listed. */
export function omittedErrors(omitted: number): string {
  if (omitted === 0) return "";
  return `${omitted} more error${omitted === 1 ? " is" : "s are"} not listed: correct the listed ones first.`;
}

function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).toWellFormed()}…`;
}
