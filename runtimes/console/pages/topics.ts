import * as v from "valibot";
import type { Topic } from "../../../core/catalog/topic.ts";
import { topicSchema } from "../../../core/catalog/topic-schema.ts";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { topicEvidence } from "../../../core/management/explain-shapes.ts";
import { topicForecast } from "../../../core/management/topic-routes.ts";
import { breakable, objectLink, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { showEvidence } from "../topic-evidence.ts";
import { topicForm } from "./topic-form.ts";

const tried = v.object({ topics: v.array(topicEvidence) });

export const topicPages: readonly PageRoute[] = entityPages({
  kind: "topic",
  answer: topicSchema,
  form: topicForm,
  title: ({ name }) => `Topic ${name}`,
  removal: "Questions get this topic no more. Change the campaigns and platforms that name it first.",
  table: topicTable,
  above: async (context) => html`${await tryBox(context)}<h2>All topics</h2>`,
  initial: () => ({ phrases: { en: [] } }),
  around: async (form, { entity }, context) =>
    html`${entity !== undefined && (await forecastBox(entity, context))}${form}`,
});

async function topicTable(topics: readonly Topic[], context: PageContext): Promise<Html> {
  const forecasts = new Map<string, string>();
  for (const { id } of topics) {
    const read = await context.call("read-topic-forecast", topicForecast, { id });
    if (!("problem" in read)) forecasts.set(id, read.json.summary);
  }
  return table(
    "Topics",
    [
      "Name",
      "ID",
      "Languages",
      { label: "Phrases", isNumber: true },
      { label: "Examples", isNumber: true },
      "Forecast",
    ],
    topics.map(({ id, name, phrases, examples }) => [
      context.may("replace-topic") ? objectLink(context, "topics", id, name) : name,
      html`<code>${breakable(id)}</code>`,
      Object.keys(phrases).join(", ") || "–",
      Object.values(phrases).flat().length,
      textsOf(examples).length,
      forecasts.get(id) ?? "–",
    ]),
    "No topics yet. Campaigns target questions by topic.",
  );
}

/** What the topic's model will do, and how to improve it. */
async function forecastBox({ id }: Topic, context: PageContext): Promise<Html | undefined> {
  const read = await context.call("read-topic-forecast", topicForecast, { id });
  if ("problem" in read) return undefined;
  const { forecast, summary, advice } = read.json;
  return html`<section aria-labelledby="forecast"><h2 id="forecast">Forecast</h2><p class="verdict">${summary}</p>
${advice.length > 0 && html`<ul>${advice.map((sentence) => html`<li>${sentence}</li>`)}</ul>`}
${forecast !== null && html`<p class="hint">Measured on questions that the model was trained without. A change of any topic trains all models again.</p>`}</section>`;
}

/** A question, its topics and the evidence. With scripts it updates while you type. */
async function tryBox(context: PageContext): Promise<Html> {
  const question = context.query.get("question") ?? "";
  const read =
    question === "" ? undefined : await context.call("try-question", tried, { body: { question } });
  return html`<section aria-labelledby="try"><h2 id="try">Try a question</h2>
<form method="get" action="${context.at("topics")}" class="card inline" data-try><div class="field"><label for="question">A visitor's question</label><input id="question" name="question" value="${question}" required maxlength="4096" autocomplete="off"></div><div class="buttons"><button class="primary">Try</button></div></form>
<div data-tried role="status">${read !== undefined && ("problem" in read ? html`<p class="error">${read.detail}</p>` : showEvidence(read.json.topics, context))}</div></section>`;
}
