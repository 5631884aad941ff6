import * as v from "valibot";
import type { Topic } from "../../../core/catalog/entities.ts";
import { topicSchema } from "../../../core/catalog/topic-schema.ts";
import type { FieldError } from "../../../core/contract/problem.ts";
import { actions, errorsOf, pager, postForm, table } from "../components.ts";
import { type Html, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { showEvidence, topicEvidence } from "../topic-evidence.ts";
import { type TopicValues, topicBody, topicFields, valuesOf, valuesSent } from "../topic-form.ts";

const tried = v.object({ topics: v.array(topicEvidence) });

export const topicPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "topics",
    run: async (context) => {
      const query = { after: context.query.get("after") ?? undefined };
      const read = await context.call("list-topics", listOf(topicSchema), { query });
      if ("problem" in read) return read;
      const { items, next } = read.json;
      const content = html`${await tryBox(context)}
<section aria-labelledby="all"><h2 id="all">All topics</h2>
${context.may("create-topic") && actions(html`<a class="button" href="${context.at("topics/new")}">New topic</a>`)}
${table(
  "Topics",
  ["Name", "ID", "Languages", { label: "Phrases", isNumber: true }, { label: "Examples", isNumber: true }],
  items.map((topic) => [
    context.may("replace-topic")
      ? html`<a href="${context.at(`topics/${encodeURIComponent(topic.id)}`)}">${topic.name}</a>`
      : topic.name,
    html`<code>${topic.id}</code>`,
    Object.keys(topic.phrases).join(", ") || "–",
    Object.values(topic.phrases).flat().length,
    Array.isArray(topic.examples) ? topic.examples.length : Object.values(topic.examples ?? {}).flat().length,
  ]),
  "No topics yet. Campaigns target questions by topic.",
)}${pager(next, "topics", context)}</section>`;
      return { page: { title: "Topics", section: "topics", content } };
    },
  },
  { method: "GET", path: "topics/new", run: async (context) => newPage(context, valuesOf(undefined), []) },
  {
    method: "POST",
    path: "topics/new",
    run: async (context) => {
      const values = valuesSent(context.form);
      if (context.form.get("do") === "more") return newPage(context, values, []);
      const made = await context.call("create-topic", topicSchema, { body: topicBody(values) });
      if (!("problem" in made)) return { goTo: `topics/${encodeURIComponent(made.json.id)}?done=created` };
      return newPage(context, values, errorsOf(made));
    },
  },
  {
    method: "GET",
    path: "topics/:id",
    run: async (context) => {
      const read = await context.call("read-topic", topicSchema, { id: context.ids["id"] ?? "" });
      return "problem" in read ? read : ownPage(context, read.json, valuesOf(read.json), read.etag, []);
    },
  },
  {
    method: "POST",
    path: "topics/:id",
    run: async (context) => {
      const id = context.ids["id"] ?? "";
      const read = await context.call("read-topic", topicSchema, { id });
      if ("problem" in read) return read;
      const values = valuesSent(context.form);
      const ifMatch = context.form.get("version") ?? "";
      if (context.form.get("do") === "more") return ownPage(context, read.json, values, ifMatch, []);
      const { id: _, ...body } = topicBody(values);
      const saved = await context.call("replace-topic", topicSchema, { id, body, ifMatch });
      if (!("problem" in saved)) return { goTo: `topics/${encodeURIComponent(id)}?done=saved` };
      return ownPage(context, read.json, values, ifMatch, errorsOf(saved));
    },
  },
];

function newPage(context: PageContext, values: TopicValues, errors: readonly FieldError[]): PageAnswer {
  if (!context.may("create-topic")) return { problem: "forbidden", detail: "Only operators may do this." };
  const content = form(context, "topics/new", topicFields(values, errors, true), "Create topic");
  return {
    page: {
      title: "New topic",
      section: "topics",
      content,
      errors,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

function ownPage(
  context: PageContext,
  topic: Topic,
  values: TopicValues,
  version: string,
  errors: readonly FieldError[],
): PageAnswer {
  if (!context.may("replace-topic")) return { problem: "forbidden", detail: "Only operators may do this." };
  const fields = html`<input type="hidden" name="version" value="${version}">${topicFields(values, errors, false)}`;
  const done = context.query.get("done");
  return {
    page: {
      title: `Topic ${topic.name}`,
      section: "topics",
      content: form(context, `topics/${encodeURIComponent(topic.id)}`, fields, "Save"),
      errors,
      notice: done === "created" ? "The topic was created." : done === "saved" ? "Saved." : undefined,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

function form(context: PageContext, path: string, fields: Html, label: string): Html {
  return postForm(
    context,
    path,
    html`${fields}<div class="buttons"><button class="primary" name="do" value="save">${label}</button><button name="do" value="more" formnovalidate>Another language</button></div>`,
    "card",
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
