import { type ManagementProblem, managementProblems } from "../../core/management/problem.ts";
import { html } from "./html.ts";
import type { Page } from "./page-context.ts";

/** What was refused, and how to go on. */
export function problemPage({ problem, detail }: ManagementProblem): Page {
  const { status, title } = managementProblems[problem];
  return {
    title: problem === "forbidden" ? "Not allowed" : title,
    section: "none",
    status,
    content: html`<p class="lead">${detail}</p>`,
  };
}
