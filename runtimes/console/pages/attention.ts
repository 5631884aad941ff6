import * as v from "valibot";
import { attentionKinds, type Finding } from "../../../core/management/attention.ts";
import { findingAnswer, kindTotal } from "../../../core/management/attention-routes.ts";
import { badge, objectLink, pager, table } from "../components.ts";
import { type Html, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageContext, PageRoute } from "../page-context.ts";

const answer = v.intersect([listOf(findingAnswer), v.object({ kinds: v.array(kindTotal) })]);
const targets = v.object({ platforms: v.optional(v.array(v.string())) });

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
      const value = (name: string): string | undefined => context.query.get(name) ?? undefined;
      const kind = chosenKind(context);
      const query = { kind, after: value("after"), before: value("before") };
      const read = await context.call("list-attention", answer, { query });
      if ("problem" in read) return read;
      const { items, kinds } = read.json;
      const rows = items.map(async (one) => [
        objectOf(one, context),
        badge(labels[one.kind], "bad"),
        html`<span class="sentence">${one.sentence}</span>`,
        html`${fixOf(one, context)}${await whyOf(one, context)}`,
      ]);
      const content = html`<p class="lead">What needs you, each with the page that settles it.</p>
${kinds.length > (kind === undefined ? 1 : 0) && kindLinks(kinds, context)}
${table(
  "What needs attention",
  ["Object", "Finding", "Reason", "Fix"],
  await Promise.all(rows),
  kinds.length > 0 ? "Nothing of this kind needs attention." : "Nothing needs attention.",
)}
${pager(read.json, "attention", context)}`;
      return { page: { title: "Needs attention", section: "attention", content } };
    },
  },
];

/** An address with an unknown kind shows all. */
function chosenKind({ query }: PageContext): Finding["kind"] | undefined {
  return attentionKinds.find((kind) => kind === query.get("kind"));
}

/** The number of findings of each kind, each with a link to them alone. */
function kindLinks(kinds: readonly v.InferOutput<typeof kindTotal>[], context: PageContext): Html {
  const chosen = chosenKind(context);
  const all = kinds.reduce((sum, { total }) => sum + total, 0);
  const link = (kind: Finding["kind"] | undefined, total: number): Html => {
    const path = kind === undefined ? "attention" : `attention?kind=${kind}`;
    const label = kind === undefined ? "All" : labels[kind];
    return html`<a class="button small" href="${context.at(path)}"${kind === chosen && html` aria-current="page"`}>${label} ${context.count(total)}</a> `;
  };
  return html`<nav class="actions" aria-label="Kinds of findings">${link(undefined, all)}${kinds.map(({ kind, total }) => link(kind, total))}</nav>`;
}

/** A link to the explanation of a request on a platform that the campaign targets. */
async function whyOf({ kind, id, name }: Finding, context: PageContext): Promise<Html | undefined> {
  if (kind !== "not_shown" || !context.may("explain-request")) return undefined;
  const read = await context.call("read-campaign", targets, { id });
  const [platform] = ("problem" in read ? undefined : read.json.platforms) ?? [];
  const query = platform === undefined ? "" : `?platform_id=${encodeURIComponent(platform)}`;
  return html` · <a href="${context.at(`explain${query}`)}" aria-label="Why ${name} is not shown">Why</a>`;
}

function objectOf({ object, id, name }: Finding, context: PageContext): Html | string {
  return object === "review" ? name : objectLink(context, `${object}s`, id, name);
}

function fixOf({ kind, id, name }: Finding, { at }: PageContext): Html {
  const [path, label] = fixes[kind](encodeURIComponent(id));
  return html`<a href="${at(path)}" aria-label="${label} for ${name}">${label}</a>`;
}
