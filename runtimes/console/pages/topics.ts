import * as v from "valibot";
import type { Topic } from "../../../core/catalog/entities.ts";
import { topicSchema } from "../../../core/catalog/topic-schema.ts";
import { textsOf } from "../../../core/catalog/topic-texts.ts";
import { topicEvidence } from "../../../core/management/explain-shapes.ts";
import { table } from "../components.ts";
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
  table: topicTable,
  above: async (context) => html`${await tryBox(context)}<h2>All topics</h2>`,
  initial: () => ({ phrases: { en: [] } }),
});

function topicTable(topics: readonly Topic[], context: PageContext): Html {
  return table(
    "Topics",
    ["Name", "ID", "Languages", { label: "Phrases", isNumber: true }, { label: "Examples", isNumber: true }],
    topics.map(({ id, name, phrases, examples }) => [
      context.may("replace-topic")
        ? html`<a href="${context.at(`topics/${encodeURIComponent(id)}`)}">${name}</a>`
        : name,
      html`<code>${id}</code>`,
      Object.keys(phrases).join(", ") || "–",
      Object.values(phrases).flat().length,
      textsOf(examples).length,
    ]),
    "No topics yet. Campaigns target questions by topic.",
  );
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
