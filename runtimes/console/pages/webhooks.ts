import * as v from "valibot";
import type { FieldError } from "../../../core/contract/problem.ts";
import { type WebhookEventType, webhookEventTypes } from "../../../core/storage/webhook-store.ts";
import { actions, badge, errorsOf, facts, pager, postForm, table } from "../components.ts";
import { checkboxes, selectField, textField } from "../fields.ts";
import { type Html, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";

interface ShownWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: "active" | "disabled";
  readonly secret?: string | undefined;
}

const webhookSchema: v.GenericSchema<unknown, ShownWebhook> = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.string()),
  status: v.picklist(["active", "disabled"]),
  secret: v.optional(v.string()),
});

type Values = Pick<ShownWebhook, "url" | "events" | "status">;

export const webhookPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "webhooks",
    run: async (context) => {
      const query = { after: context.query.get("after") ?? undefined };
      const read = await context.call("list-webhooks", listOf(webhookSchema), { query });
      if ("problem" in read) return read;
      const content = html`${actions(html`<a class="button primary" href="${context.at("webhooks/new")}">New webhook</a>`)}
${table(
  "Webhooks",
  ["Address", "Events", "Status"],
  read.json.items.map(({ id, url, events, status }) => [
    html`<a href="${context.at(`webhooks/${encodeURIComponent(id)}`)}">${url}</a>`,
    events.join(", "),
    badge(status, status === "active" ? "good" : "bad"),
  ]),
  "No webhooks yet. A webhook notifies your server when a budget runs out, a campaign ends or a key changes.",
)}${pager(read.json.next, "webhooks", context)}`;
      const notice = context.query.get("done") === "removed" ? "The webhook was removed." : undefined;
      return { page: { title: "Webhooks", section: "webhooks", content, notice } };
    },
  },
  {
    method: "GET",
    path: "webhooks/new",
    run: async (context) => newPage(context, { url: "", events: webhookEventTypes, status: "active" }, []),
  },
  {
    method: "POST",
    path: "webhooks/new",
    run: async (context) => {
      const values = valuesSent(context.form);
      const made = await context.call("create-webhook", webhookSchema, { body: values });
      if (!("problem" in made)) return { goTo: `webhooks/${encodeURIComponent(made.json.id)}?done=created` };
      return newPage(context, values, errorsOf(made));
    },
  },
  {
    method: "GET",
    path: "webhooks/:id",
    run: async (context) => {
      const read = await context.call("read-webhook", webhookSchema, { id: context.ids["id"] ?? "" });
      return "problem" in read ? read : ownPage(context, read.json, read.json, []);
    },
  },
  {
    method: "POST",
    path: "webhooks/:id",
    run: async (context) => {
      const id = context.ids["id"] ?? "";
      const read = await context.call("read-webhook", webhookSchema, { id });
      if ("problem" in read) return read;
      const values = valuesSent(context.form);
      const saved = await context.call("replace-webhook", webhookSchema, { id, body: values });
      if (!("problem" in saved)) return { goTo: `webhooks/${encodeURIComponent(id)}?done=saved` };
      return ownPage(context, read.json, values, errorsOf(saved));
    },
  },
  {
    method: "POST",
    path: "webhooks/:id/remove",
    run: async (context) => {
      const removed = await context.raw("remove-webhook", { id: context.ids["id"] ?? "" });
      return "problem" in removed ? removed : { goTo: "webhooks?done=removed" };
    },
  },
];

function valuesSent(form: URLSearchParams): Values {
  return {
    url: (form.get("url") ?? "").trim(),
    events: form.getAll("events"),
    status: form.get("status") === "disabled" ? "disabled" : "active",
  };
}

function fields({ url, events, status }: Values, errors: readonly FieldError[]): Html {
  const choices = webhookEventTypes.map((type): readonly [WebhookEventType, string] => [type, type]);
  return html`${textField({ name: "url", label: "Address", type: "url", value: url, required: true, errors, hint: "Public https." })}
${checkboxes({ name: "events", label: "Events", values: events, errors, choices })}
${selectField({
  name: "status",
  label: "Status",
  value: status,
  required: true,
  errors,
  choices: [
    ["active", "Active"],
    ["disabled", "Disabled"],
  ],
})}`;
}

function newPage(context: PageContext, values: Values, errors: readonly FieldError[]): PageAnswer {
  if (!context.may("create-webhook")) {
    return { problem: "forbidden", detail: "Only operators and publishers may do this." };
  }
  const content = postForm(
    context,
    "webhooks/new",
    html`${fields(values, errors)}<div class="buttons"><button class="primary">Create webhook</button></div>`,
    "card",
  );
  return {
    page: {
      title: "New webhook",
      section: "webhooks",
      content,
      errors,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

function ownPage(
  context: PageContext,
  { id, secret }: ShownWebhook,
  values: Values,
  errors: readonly FieldError[],
): PageAnswer {
  const path = `webhooks/${encodeURIComponent(id)}`;
  const content = html`${facts([
    ["ID", html`<code>${id}</code>`],
    ["Signing secret", html`<details><summary>Show</summary><code data-copy>${secret}</code></details>`],
  ])}
${postForm(context, path, html`${fields(values, errors)}<div class="buttons"><button class="primary">Save</button></div>`, "card")}
<section aria-labelledby="remove"><h2 id="remove">Remove</h2><p>Waiting messages are not sent any more.</p>${postForm(context, `${path}/remove`, html`<div class="buttons"><button class="bad">Remove webhook</button></div>`)}</section>`;
  const done = context.query.get("done");
  return {
    page: {
      title: "Webhook",
      section: "webhooks",
      content,
      errors,
      notice: done === "created" ? "The webhook was created." : done === "saved" ? "Saved." : undefined,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}
