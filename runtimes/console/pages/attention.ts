import * as v from "valibot";
import type { Finding } from "../../../core/management/attention.ts";
import { findingAnswer } from "../../../core/management/attention-routes.ts";
import { badge, objectLink, table } from "../components.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";

const answer = v.object({ items: v.array(findingAnswer), total: v.number() });

const labels: Readonly<Record<Finding["kind"], string>> = {
  review: "Waits for review",
  no_creative: "No creative",
  budget_used_up: "Budget used up",
  daily_budget_used_up: "Daily budget used up",
  not_shown: "Not shown",
  no_site: "No site",
  stands_out: "Stands out",
  no_examples: "No examples",
};

/** The page that settles a finding. */
const fixes: Readonly<Record<Finding["kind"], (id: string) => readonly [path: string, label: string]>> = {
  review: () => ["review", "Review"],
  no_creative: (id) => [`creatives/new?campaign=${id}`, "New creative"],
  budget_used_up: (id) => [`campaigns/${id}#settings`, "Raise the budget or pause it"],
  daily_budget_used_up: (id) => [`campaigns/${id}#settings`, "Raise the budget"],
  not_shown: (id) => [`campaigns/${id}#settings`, "Change the campaign"],
  no_site: (id) => [`platforms/${id}#settings`, "Allow a site"],
  stands_out: () => ["quality", "Quality"],
  no_examples: (id) => [`topics/${id}`, "Add examples"],
};

export const attentionPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "attention",
    run: async (context) => {
      const read = await context.call("list-attention", answer, {});
      if ("problem" in read) return read;
      const { items, total } = read.json;
      const content = html`<p class="lead">What needs you, each with the page that settles it.</p>
${table(
  "What needs attention",
  ["Object", "Finding", "Reason", "Fix"],
  items.map((one) => [
    objectOf(one, context),
    badge(labels[one.kind], "bad"),
    one.sentence,
    fixOf(one, context),
  ]),
  "Nothing needs attention.",
)}
${total > items.length && html`<p class="hint">And ${context.count(total - items.length)} more.</p>`}`;
      return { page: { title: "Needs attention", section: "attention", content } };
    },
  },
];

function objectOf({ object, id, name }: Finding, context: PageContext): Html | string {
  return object === "review" ? name : objectLink(context, `${object}s`, id, name);
}

function fixOf({ kind, id, name }: Finding, { at }: PageContext): Html {
  const [path, label] = fixes[kind](encodeURIComponent(id));
  return html`<a href="${at(path)}" aria-label="${label} for ${name}">${label}</a>`;
}
