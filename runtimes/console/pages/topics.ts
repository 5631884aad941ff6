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
    run: async (visit) => {
      const query = { after: visit.query.get("after") ?? undefined };
      const read = await visit.call("list-topics", listOf(topicSchema), { query });
      if ("problem" in read) return read;
      const { items, next } = read.json;
      const content = html`${await tryBox(visit)}
<section aria-labelledby="all"><h2 id="all">All topics</h2>
${visit.may("create-topic") && actions(html`<a class="button" href="${visit.at("topics/new")}">New topic</a>`)}
${table(
  "Topics",
  ["Name", "ID", "Languages", { label: "Phrases", isNumber: true }, { label: "Examples", isNumber: true }],
  items.map((topic) => [
    visit.may("replace-topic")
      ? html`<a href="${visit.at(`topics/${encodeURIComponent(topic.id)}`)}">${topic.name}</a>`
      : topic.name,
    html`<code>${topic.id}</code>`,
    Object.keys(topic.phrases).join(", ") || "–",
    Object.values(topic.phrases).flat().length,
    Array.isArray(topic.examples) ? topic.examples.length : Object.values(topic.examples ?? {}).flat().length,
  ]),
  "There is no topic yet. A topic is what a question can be about.",
)}${pager(next, "topics", visit)}</section>`;
      return { page: { title: "Topics", section: "topics", content } };
    },
  },
  { method: "GET", path: "topics/new", run: async (visit) => newPage(visit, valuesOf(undefined), []) },
  {
    method: "POST",
    path: "topics/new",
    run: async (visit) => {
      const values = valuesSent(visit.form);
      if (visit.form.get("do") === "more") return newPage(visit, values, []);
      const made = await visit.call("create-topic", topicSchema, { body: topicBody(values) });
      if (!("problem" in made)) return { goTo: `topics/${encodeURIComponent(made.json.id)}?done=created` };
      return newPage(visit, values, errorsOf(made));
    },
  },
  {
    method: "GET",
    path: "topics/:id",
    run: async (visit) => {
      const read = await visit.call("read-topic", topicSchema, { id: visit.ids["id"] ?? "" });
      return "problem" in read ? read : ownPage(visit, read.json, valuesOf(read.json), read.etag, []);
    },
  },
  {
    method: "POST",
    path: "topics/:id",
    run: async (visit) => {
      const id = visit.ids["id"] ?? "";
      const read = await visit.call("read-topic", topicSchema, { id });
      if ("problem" in read) return read;
      const values = valuesSent(visit.form);
      const ifMatch = visit.form.get("version") ?? "";
      if (visit.form.get("do") === "more") return ownPage(visit, read.json, values, ifMatch, []);
      const { id: _, ...body } = topicBody(values);
      const saved = await visit.call("replace-topic", topicSchema, { id, body, ifMatch });
      if (!("problem" in saved)) return { goTo: `topics/${encodeURIComponent(id)}?done=saved` };
      return ownPage(visit, read.json, values, ifMatch, errorsOf(saved));
    },
  },
];

function newPage(visit: PageContext, values: TopicValues, errors: readonly FieldError[]): PageAnswer {
  if (!visit.may("create-topic")) return { problem: "forbidden", detail: "This is for operator." };
  const content = form(visit, "topics/new", topicFields(values, errors, true), "Create topic");
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
  visit: PageContext,
  topic: Topic,
  values: TopicValues,
  version: string,
  errors: readonly FieldError[],
): PageAnswer {
  if (!visit.may("replace-topic")) return { problem: "forbidden", detail: "This is for operator." };
  const fields = html`<input type="hidden" name="version" value="${version}">${topicFields(values, errors, false)}`;
  const done = visit.query.get("done");
  return {
    page: {
      title: `Topic ${topic.name}`,
      section: "topics",
      content: form(visit, `topics/${encodeURIComponent(topic.id)}`, fields, "Save"),
      errors,
      notice: done === "created" ? "The topic was created." : done === "saved" ? "Saved." : undefined,
      ...(errors.length > 0 && { status: 400 }),
    },
  };
}

function form(visit: PageContext, path: string, fields: Html, label: string): Html {
  return postForm(
    visit,
    path,
    html`${fields}<div class="buttons"><button class="primary" name="do" value="save">${label}</button><button name="do" value="more" formnovalidate>Another language</button></div>`,
    "card",
  );
}

/** A question, the topics that it was matched to, and why. Sent as it is typed where there is a script. */
async function tryBox(visit: PageContext): Promise<Html> {
  const question = visit.query.get("question") ?? "";
  const read = question === "" ? undefined : await visit.call("try-question", tried, { body: { question } });
  return html`<section aria-labelledby="try"><h2 id="try">Try a question</h2>
<form method="get" action="${visit.at("topics")}" class="card inline" data-try><div class="field"><label for="question">What a visitor asks</label><input id="question" name="question" value="${question}" required maxlength="4096" autocomplete="off"></div><div class="buttons"><button class="primary">Try</button></div></form>
<div data-tried role="status">${read !== undefined && ("problem" in read ? html`<p class="error">${read.detail}</p>` : showEvidence(read.json.topics, visit))}</div></section>`;
}
