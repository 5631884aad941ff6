import * as v from "valibot";
import type { ManagementProblem } from "../../../core/management/problem.ts";
import { badge, postForm, table } from "../components.ts";
import { errorsOf, labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { statementHead } from "../statement-answer.ts";
import { closingFields, listPage } from "./statements.ts";

const closing = v.object({
  account: v.string(),
  outcome: v.picklist(["closed", "stored", "nothing", "refused"]),
  detail: v.nullable(v.string()),
  statement: v.nullable(statementHead),
});
type Closing = v.InferOutput<typeof closing>;
const closedPiece = v.object({ items: v.array(closing), next: v.nullable(v.string()) });

/** Pieces of 50 accounts that one request closes. */
const maxPieces = 10;
const outcomes = {
  closed: { label: "Closed", tone: "good" },
  stored: { label: "Closed before", tone: "quiet" },
  nothing: { label: "Nothing to settle", tone: "quiet" },
  refused: { label: "Refused", tone: "bad" },
} as const;

/** Closes a month for one account or for all. */
export const closingPages: readonly PageRoute[] = [
  {
    method: "POST",
    path: "statements",
    run: async (context) => {
      if (!context.may("close-statements")) return context.refusal("close-statements");
      const sent = Object.fromEntries(
        Object.keys(closingFields).map((name) => [name, context.form.get(name) || undefined]),
      );
      const { items, next, problem } = await closePieces(context, sent);
      if (problem !== undefined && items.length === 0) {
        if (problem.errors === undefined) return problem;
        const named = Object.entries(closingFields).map(([name, label]) => ({ name, label }));
        return listPage(context, labelled(errorsOf(problem), named));
      }
      const title = `Close ${sent["period"]}`;
      const content = html`${resultOf(items, context)}
${next !== null && html`<p class="lead">${problem?.detail} Further accounts follow after ${next}.</p>${continueForm({ ...sent, after: next }, context)}`}
<p><a href="${context.at("statements")}">All statements</a></p>`;
      return { page: { title, section: "statements", content } };
    },
  },
];

type Sent = Readonly<Record<string, string | undefined>>;

/** Closes piece by piece. `next`: the account after which to continue; null: all are closed. */
async function closePieces(
  context: PageContext,
  sent: Sent,
): Promise<{
  readonly items: readonly Closing[];
  readonly next: string | null;
  readonly problem?: ManagementProblem;
}> {
  const items: Closing[] = [];
  let after = sent["after"] ?? null;
  for (let piece = 0; piece < maxPieces; piece++) {
    const closed = await context.call("close-statements", closedPiece, {
      body: { ...sent, after: after ?? undefined },
    });
    if ("problem" in closed) return { items, next: after, problem: closed };
    items.push(...closed.json.items);
    after = closed.json.next;
    if (after === null) break;
  }
  return { items, next: after };
}

function resultOf(items: readonly Closing[], { at, count }: PageContext): Html {
  const sums = Object.entries(outcomes).flatMap(([name, { label }]) => {
    const n = items.filter(({ outcome }) => outcome === name).length;
    return n === 0 ? [] : [`${label}: ${count(n)}`];
  });
  return html`<p class="lead">${sums.join(". ")}</p>
${table(
  "Accounts of this month",
  ["Account", "Outcome", "Statement"],
  items.map(({ account, outcome, detail, statement }) => {
    const { label, tone } = outcomes[outcome];
    const link =
      statement !== null &&
      html`<a href="${at(`statements/${encodeURIComponent(statement.id)}`)}">Statement ${statement.number}</a>`;
    return [account, badge(label, tone), link || (detail ?? "–")];
  }),
  "No account has charges or adjustments up to this month.",
)}`;
}

function continueForm(sent: Sent, context: PageContext): Html {
  const hidden = Object.entries(sent).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return postForm(
    context,
    "statements",
    html`${hidden}<div class="buttons"><button class="primary">Continue</button></div>`,
  );
}
