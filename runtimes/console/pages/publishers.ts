import { publisherSchema } from "../../../core/catalog/publisher-schema.ts";
import { actions, badge, breakable, objectLink, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import { moreWith } from "../forms/form.ts";
import { html } from "../html.ts";
import type { PageRoute } from "../page-context.ts";
import { slugOf } from "../propose-id.ts";

export const publisherPages: readonly PageRoute[] = entityPages({
  kind: "publisher",
  answer: publisherSchema,
  form: {
    kind: "publisher",
    schema: publisherSchema,
    fields: {
      name: "Name",
      status: {
        label: "Status",
        required: true,
        initial: "active",
        choices: { active: "Active", suspended: "Suspended: its platforms get test ads only" },
      },
      more: moreWith({ label: "Publisher ID" }),
    },
    proposedId: ({ name }) => slugOf(String(name), "publisher"),
  },
  title: ({ name }) => name,
  removal: "Its API keys stop at once and stay revoked. Archive its platforms first.",
  notices: { created: "The publisher was created. Give it a platform and a key." },
  around: (form, { entity }, { at }) =>
    entity === undefined
      ? form
      : html`${actions(html`<a class="button" href="${at(`keys?publisher=${encodeURIComponent(entity.id)}`)}">API keys</a>`)}${form}`,
  table: (publishers, context) =>
    table(
      "Publishers",
      ["Name", "ID", "Actions"],
      publishers.map(({ id, name, status }) => [
        context.may("replace-publisher") ? objectLink(context, "publishers", id, name) : name,
        html`<code>${breakable(id)}</code> ${status === "suspended" && badge("suspended", "bad")}`,
        html`<a href="${context.at(`keys?publisher=${encodeURIComponent(id)}`)}">API keys<span class="hidden"> of ${name}</span></a>`,
      ]),
      "No publishers yet.",
    ),
});
