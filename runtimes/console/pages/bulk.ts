import * as v from "valibot";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { type BulkResult, bulkResult, maxBulk } from "../../../core/management/bulk-shapes.ts";
import { badge, objectLink, postForm, table } from "../components.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";

const answer = v.object({ items: v.array(bulkResult) });

/** A checkbox that selects a campaign of a list. */
export function selectOne({ id, name }: Campaign): Html {
  return html`<label><input type="checkbox" name="id" value="${id}" aria-label="Select ${name}"></label>`;
}

/** The form around a list of campaigns, which pauses and resumes the selected ones. It works without scripts. */
export function bulkForm(list: Html, campaigns: readonly Campaign[], context: PageContext): Html {
  const all = campaigns.slice(0, maxBulk).map(({ id }) => id);
  // An id has no space.
  return postForm(
    context,
    "campaign-status",
    html`${list}<div class="bulk" role="group" aria-label="Change campaigns"><label class="check"><input type="checkbox" name="all" value="${all.join(" ")}"> All ${context.count(all.length)} on this page</label><button name="status" value="paused">Pause selected</button><button name="status" value="active">Resume selected</button></div>`,
  );
}

export const bulkPages: readonly PageRoute[] = [
  {
    method: "POST",
    path: "campaign-status",
    run: async (context) => {
      const { form } = context;
      const all = (form.get("all") ?? "").split(" ").filter((id) => id !== "");
      const ids = new Set([...all, ...form.getAll("id")]);
      if (ids.size === 0) return { goTo: "campaigns?done=none" };
      const body = { status: form.get("status") ?? "", campaigns: [...ids].map((id) => ({ id })) };
      const done = await context.call("set-campaign-status", answer, { body });
      if ("problem" in done) return done;
      const { items } = done.json;
      const content = html`<p class="lead">${summaryOf(items, context)}</p>
${table(
  "Campaigns, with the outcome of the change",
  ["Campaign", "Outcome", "Reason"],
  items.map(({ id, outcome, detail }) => [
    objectLink(context, "campaigns", id),
    badge(outcome, outcome === "changed" ? "good" : outcome === "refused" ? "bad" : "quiet"),
    detail ?? "–",
  ]),
)}
<p><a href="${context.at("campaigns")}">All campaigns</a></p>`;
      const title = body.status === "paused" ? "Campaigns paused" : "Campaigns resumed";
      return { page: { title, section: "campaigns", content } };
    },
  },
];

function summaryOf(items: readonly BulkResult[], { count }: PageContext): string {
  const parts = (["changed", "unchanged", "refused"] as const).flatMap((outcome) => {
    const found = items.filter((one) => one.outcome === outcome).length;
    return found === 0 ? [] : [`${count(found)} ${outcome}`];
  });
  return `${parts.join(", ")}.`;
}
