import * as v from "valibot";
import type { Platform } from "../../../core/catalog/entities.ts";
import { platformSchema } from "../../../core/catalog/platform-schema.ts";
import { postForm } from "../components.ts";
import { type TextField, textField } from "../fields.ts";
import { type FormError, labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";

const field: Omit<TextField, "value" | "errors"> = {
  name: "page",
  label: "Page address",
  required: true,
  placeholder: "https://shop.example/help",
  hint: "A page of an allowed site that shows ads of this platform.",
};
const originAnswer = v.object({ allowed: v.boolean() });

/** The form that makes a debug link, for the page of a platform. */
export function debugLinkForm(
  { id, allowedOrigins }: Pick<Platform, "id" | "allowedOrigins">,
  context: PageContext,
  value: string = allowedOrigins.find((origin) => !origin.includes("*")) ?? "",
  errors: readonly FormError[] = [],
): Html {
  return html`<p>The link opens a page with the debug overlay. The overlay outlines each slot and shows its view, request, answer and errors, and why it got this ad. It works for 15 minutes, on this page's site only, and has no key.</p>
${postForm(context, `platforms/${encodeURIComponent(id)}/debug-link`, html`${textField({ ...field, value, errors })}<div class="buttons"><button>Make a debug link</button></div>`, "card")}`;
}

export const debugLinkPages: readonly PageRoute[] = [
  { method: "POST", path: "platforms/:id/debug-link", run: makeLink },
];

async function makeLink(context: PageContext): Promise<PageAnswer> {
  const id = context.ids["id"] ?? "";
  const found = await context.call("read-platform", platformSchema, { id });
  if ("problem" in found) return found;
  const typed = (context.form.get(field.name) ?? "").trim();
  const page = URL.canParse(typed) ? new URL(typed) : undefined;
  const back = html`<p><a href="${context.at(`platforms/${encodeURIComponent(id)}`)}">Back to ${found.json.name}</a></p>`;
  const answer = (content: Html, errors: readonly FormError[] = []): PageAnswer => ({
    page: { title: "Debug link", section: "platforms", content: html`${content}${back}`, errors },
  });
  const refuse = (message: string): PageAnswer => {
    const errors = labelled([{ path: field.name, message }], [field]);
    return answer(debugLinkForm(found.json, context, typed, errors), errors);
  };
  if (page === undefined) return refuse("Write the whole address of the page: https://shop.example/help.");
  const tested = await context.call("test-origin", originAnswer, { id, body: { origin: page.origin } });
  if ("problem" in tested) return refuse(tested.detail);
  if (!tested.json.allowed) return refuse(`${page.origin} is not an allowed site of this platform.`);
  const link = context.debugLink(page, id);
  return answer(html`<p class="lead">Open this link in any browser within 15 minutes. Until then, anyone with the link sees the same: share it with care.</p>
<pre class="code secret" data-copy tabindex="0" aria-label="The debug link">${link}</pre>
<p><a class="button primary" href="${link}" target="_blank" rel="noreferrer">Open the page</a></p>`);
}
