import type { HttpRequest } from "../../core/contract/http.ts";
import { isProblem } from "../../core/contract/problem.ts";
import { invalid, type ManagementProblem } from "../../core/management/problem.ts";
import { mediaTypeOf } from "../../core/pipeline/content-type.ts";
import { readBody } from "../../core/pipeline/read-json.ts";
import { isSameOrigin } from "./same-origin.ts";

const maxFormBytes = 1_048_576;
const formType = "application/x-www-form-urlencoded";

const foreign: ManagementProblem = {
  problem: "forbidden",
  detail: "No page of the console sent this form. Open the console and send it from there.",
};

/** Reads the fields of a form that a page of the console sent. */
export async function openForm(
  request: HttpRequest,
  baseUrl: string,
): Promise<URLSearchParams | ManagementProblem> {
  if (!isSameOrigin(request, baseUrl)) return foreign;
  if (mediaTypeOf(request.header("content-type")) !== formType) {
    return invalid([{ path: "", message: `Send the form as ${formType}.` }]);
  }
  const bytes = await readBody(request, maxFormBytes);
  return isProblem(bytes) ? bytes : new URLSearchParams(new TextDecoder().decode(bytes));
}
