import type { HttpRequest } from "../../core/contract/http.ts";
import { invalid, type ManagementProblem } from "../../core/management/problem.ts";
import { mediaTypeOf } from "../../core/pipeline/content-type.ts";
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
  const bytes = await request.readBody(maxFormBytes).catch(() => undefined);
  if (bytes === undefined || bytes === "too_large") {
    return invalid([{ path: "", message: `Send at most ${maxFormBytes} bytes.` }]);
  }
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
