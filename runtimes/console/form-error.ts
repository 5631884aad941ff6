import { omittedErrors } from "../../core/contract/error-list.ts";
import type { FieldError } from "../../core/contract/problem.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { type Html, html } from "./html.ts";

/** An error of a form. */
export interface FormError extends FieldError {
  /** The label of its field. Default: the path. */
  readonly label?: string;
}

/** The API's errors, for a form. The number of further errors comes last. */
export function errorsOf({ problem, detail, errors, omitted = 0 }: ManagementProblem): readonly FormError[] {
  if (errors === undefined) return [{ path: problem === "exists" ? "id" : "", message: detail }];
  return omitted === 0 ? errors : [...errors, { path: "", message: omittedErrors(omitted) }];
}

/** Errors with the labels of these fields. */
export function labelled(
  errors: readonly FormError[],
  fields: readonly { readonly name: string; readonly label: string }[],
): readonly FormError[] {
  return errors.map((error) => {
    const field = fields.find(({ name }) => isWithin(error.path, name));
    return field === undefined ? error : { ...error, path: field.name, label: field.label };
  });
}

/** The summary at the top of a refused form. Each error links to its field. */
export function errorSummary(errors: readonly FormError[]): Html {
  return html`<div class="summary" role="alert" tabindex="-1" data-focus><h2>Nothing was changed</h2><ul>${errors.map(
    ({ path, message, label = path }) =>
      html`<li>${path === "" ? message : html`<a href="#${fieldId(path)}">${label}</a>: ${message}`}</li>`,
  )}</ul></div>`;
}

/** Whether a path is this one or one inside it. */
export function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && /^(?:$|[.[])/.test(path.slice(outer.length));
}

/** `scenes[0].id` → `field-scenes-0-id`. */
export function fieldId(path: string): string {
  return `field-${path.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}`;
}
