import type { FieldError } from "./problem.ts";

/**
 * The maximum number of errors in an answer. Further ones are only counted: a body may hold a mistake in every second
 * byte.
 */
export const maxListedErrors = 100;
/** The parts of a path are keys of the body, which may be as long as the body. */
const maxPathCharacters = 256;
const maxMessageCharacters = 512;

/** The errors of an answer. */
export interface ListedErrors {
  /** The first {@link maxListedErrors}. */
  readonly errors: readonly FieldError[];
  /** The number of errors beyond those. */
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

/** Keeps the first {@link maxListedErrors} errors and counts the rest. */
export function listErrors(errors: Iterable<FieldError>): ListedErrors {
  const list = new ErrorList();
  list.addAll(errors);
  return list;
}

/** The sentence after the listed errors; empty if all are listed. */
export function omittedErrors(omitted: number): string {
  if (omitted === 0) return "";
  return `${omitted} more error${omitted === 1 ? " is" : "s are"} not listed: correct the listed ones first.`;
}

function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).toWellFormed()}…`;
}
