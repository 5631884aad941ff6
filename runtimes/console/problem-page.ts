import { type ManagementProblem, managementProblems } from "../../core/management/problem.ts";
import { html } from "./html.ts";
import type { Page } from "./page-context.ts";

/** The page of a refusal: its reason and the next step. */
export function problemPage({ problem, detail }: ManagementProblem): Page {
  const { status, title } = managementProblems[problem];
  return {
    title: problem === "forbidden" ? "Not allowed" : title,
    section: "none",
    status,
    content: html`<p class="lead">${detail}</p>`,
  };
}
