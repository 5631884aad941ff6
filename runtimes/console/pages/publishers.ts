import { publisherSchema } from "../../../core/catalog/publisher-schema.ts";
import type { FieldError } from "../../../core/contract/problem.ts";
import { pager, postForm, table } from "../components.ts";
import { textField } from "../fields.ts";
import { html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";

export const publisherPages: readonly PageRoute[] = [
  { method: "GET", path: "publishers", run: (context) => listPage(context, { id: "", name: "" }, []) },
  {
    method: "POST",
    path: "publishers",
    run: async (context) => {
      const body = { id: context.form.get("id") ?? "", name: context.form.get("name") ?? "" };
      const made = await context.call("create-publisher", publisherSchema, { body });
      if (!("problem" in made)) return { goTo: "publishers?done=created" };
      if (made.problem === "forbidden") return made;
      return listPage(context, body, made.errors ?? [{ path: "id", message: made.detail }]);
    },
  },
];

async function listPage(
  context: PageContext,
  typed: { readonly id: string; readonly name: string },
  errors: readonly FieldError[],
): Promise<PageAnswer> {
  const query = { after: context.query.get("after") ?? undefined };
  const read = await context.call("list-publishers", listOf(publisherSchema), { query });
  if ("problem" in read) return read;
  if (!context.may("create-publisher"))
    return { problem: "forbidden", detail: "Only operators may do this." };
  const { items, next } = read.json;
  const content = html`${table(
    "Publishers",
    ["Name", "ID", "Actions"],
    items.map(({ id, name }) => [
      name,
      html`<code>${id}</code>`,
      html`<a href="${context.at(`keys?publisher=${encodeURIComponent(id)}`)}">API keys<span class="hidden"> of ${name}</span></a>`,
    ]),
    "No publishers yet.",
  )}${pager(next, "publishers", context)}
<section aria-labelledby="new"><h2 id="new">New publisher</h2>
${postForm(
  context,
  "publishers",
  html`${textField({ name: "name", label: "Name", value: typed.name, required: true, errors })}${textField({ name: "id", label: "ID", value: typed.id, required: true, errors, hint: "Letters, digits and _ . : - ; it cannot change." })}<div class="buttons"><button class="primary">Create publisher</button></div>`,
  "card",
)}</section>`;
  const notice =
    context.query.get("done") === "created"
      ? "The publisher was created. Give it a platform and a key."
      : undefined;
  return {
    page: {
      title: "Publishers",
      section: "publishers",
      content,
      notice,
      errors,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}
