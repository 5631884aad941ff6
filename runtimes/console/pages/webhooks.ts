import * as v from "valibot";
import { webhookBody } from "../../../core/management/webhook-routes.ts";
import { webhookEventTypes } from "../../../core/storage/webhook-store.ts";
import { badge, facts, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import type { Form } from "../forms/form.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";

const webhookSchema = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.string()),
  status: v.picklist(["active", "disabled"]),
  secret: v.optional(v.string()),
});
type ShownWebhook = v.InferOutput<typeof webhookSchema>;

const webhookForm: Form = {
  schema: webhookBody,
  fields: {
    url: { label: "Address", type: "url", hint: "Public https." },
    events: { label: "Events", initial: webhookEventTypes.join(", ") },
    status: { label: "Status", choices: { active: "Active", disabled: "Disabled" } },
  },
};

export const webhookPages: readonly PageRoute[] = entityPages({
  kind: "webhook",
  answer: webhookSchema,
  form: webhookForm,
  title: () => "Webhook",
  table: webhookTable,
  around: (form, { entity }) => (entity === undefined ? form : html`${secretOf(entity)}${form}`),
  removal: "Waiting messages are not sent any more.",
});

function webhookTable(webhooks: readonly ShownWebhook[], { at }: PageContext): Html {
  return table(
    "Webhooks",
    ["Address", "Events", "Status"],
    webhooks.map(({ id, url, events, status }) => [
      html`<a href="${at(`webhooks/${encodeURIComponent(id)}`)}">${url}</a>`,
      events.join(", "),
      badge(status, status === "active" ? "good" : "bad"),
    ]),
    "No webhooks yet. A webhook notifies your server when a budget runs out, a campaign ends or a key changes.",
  );
}

function secretOf({ id, secret }: ShownWebhook): Html {
  return facts([
    ["ID", html`<code>${id}</code>`],
    ["Signing secret", html`<details><summary>Show</summary><code data-copy>${secret}</code></details>`],
  ]);
}
