import * as v from "valibot";
import { webhookAttempt } from "../../../core/management/webhook-attempts.ts";
import { webhookBody } from "../../../core/management/webhook-routes.ts";
import { publisherEvents } from "../../../core/management/webhooks/messages-of-audit.ts";
import { webhookEventTypes } from "../../../core/storage/webhook-store.ts";
import { actions, badge, facts, postForm, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import type { Form } from "../forms/form.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { moment } from "../times.ts";

const webhookSchema = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.string()),
  status: v.picklist(["active", "disabled"]),
  secret: v.optional(v.string()),
});
type ShownWebhook = v.InferOutput<typeof webhookSchema>;

const webhookForm = ({ principal }: PageContext): Form => ({
  schema: webhookBody,
  fields: {
    url: { label: "Address", type: "url", hint: "Public https." },
    events: { label: "Events", initial: eventsFor(principal).join(", ") },
    status: { label: "Status", choices: { active: "Active", disabled: "Disabled" } },
  },
});

function eventsFor({ role }: PageContext["principal"]): readonly string[] {
  return role === "operator" ? webhookEventTypes : [...publisherEvents];
}

const attemptsAnswer = v.object({ items: v.array(webhookAttempt) });

const ofWebhooks: readonly PageRoute[] = entityPages({
  kind: "webhook",
  answer: webhookSchema,
  form: webhookForm,
  title: () => "Webhook",
  table: webhookTable,
  notices: { tested: "The test event was sent: see the first attempt." },
  around: async (form, { entity }, context) =>
    entity === undefined ? form : html`${secretOf(entity)}${form}${await attemptsOf(entity, context)}`,
  removal: "Waiting messages are not sent any more.",
});

export const webhookPages: readonly PageRoute[] = [
  {
    method: "POST",
    path: "webhooks/:id/test",
    run: async (context) => {
      const id = context.ids["id"] ?? "";
      const sent = await context.call("test-webhook", webhookAttempt, { id });
      return "problem" in sent ? sent : { goTo: `webhooks/${encodeURIComponent(id)}?done=tested` };
    },
  },
  ...ofWebhooks,
];

/** A button that sends a test event, and the recent attempts. */
async function attemptsOf({ id }: ShownWebhook, context: PageContext): Promise<Html | undefined> {
  const read = await context.call("list-webhook-attempts", attemptsAnswer, { id });
  if ("problem" in read) return undefined;
  const test = postForm(
    context,
    `webhooks/${encodeURIComponent(id)}/test`,
    html`<button>Send a test event</button>`,
  );
  return html`<section aria-labelledby="attempts"><h2 id="attempts">Recent attempts</h2>${actions(test)}${table(
    "Recent attempts, newest first",
    [
      "Time",
      "Event",
      "Outcome",
      { label: "Status", isNumber: true },
      { label: "ms", isNumber: true },
      "Reason",
    ],
    read.json.items.map(({ at, type, outcome, status, ms, reason }) => [
      moment(at),
      type,
      badge(outcome, outcome === "accepted" ? "good" : "bad"),
      status ?? "–",
      context.count(ms),
      reason ?? "–",
    ]),
    "No attempts since this server started.",
    "dense",
  )}<p class="hint">The last 50 attempts of this server since its start.</p></section>`;
}

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
