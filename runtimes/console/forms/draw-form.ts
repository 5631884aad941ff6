import type { ManagementProblem } from "../../../core/management/problem.ts";
import { errorsOf, type FormError } from "../form-error.ts";
import type { Html } from "../html.ts";
import type { Texts } from "./form.ts";
import { OpenErrors } from "./open-errors.ts";
import { drawParts, type Part } from "./part.ts";

export interface DrawnForm {
  readonly fields: readonly Html[];
  readonly errors: readonly FormError[];
}

/** Draws the fields of a form with their texts, valid or not, and the errors of the API. */
export function drawForm(parts: readonly Part[], texts: Texts, refused?: ManagementProblem): DrawnForm {
  const errors = new OpenErrors(refused === undefined ? [] : errorsOf(refused));
  const fields = drawParts(parts, { at: "", of: "", texts, errors });
  return { fields, errors: errors.all() };
}
