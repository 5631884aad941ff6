import type { HttpResponse } from "../../core/contract/http.ts";
import { type Frame, layout } from "./layout.ts";
import type { PageAnswer } from "./page-context.ts";
import { problemPage } from "./problem-page.ts";
import { mediaPolicy, redirect, respond } from "./respond.ts";

/** Writes the answer of a page in the user's frame. */
export function writePage(answer: PageAnswer, frame: Frame): HttpResponse {
  if ("response" in answer) return answer.response;
  if ("goTo" in answer) return redirect(frame.at(answer.goTo));
  const page = "page" in answer ? answer.page : problemPage(answer);
  const media = page.showsMedia ? { "content-security-policy": mediaPolicy } : undefined;
  const headers = "problem" in answer ? answer.headers : media;
  return respond(layout(page, frame), page.status ?? (page.errors?.length ? 400 : 200), headers);
}
