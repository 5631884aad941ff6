import * as v from "valibot";
import type { Platform } from "../../../core/catalog/entities.ts";
import { platformSchema } from "../../../core/catalog/platform-schema.ts";
import type { ManagementProblem } from "../../../core/management/problem.ts";
import { actions, badge, errorsOf, facts, pager, postForm, table } from "../components.ts";
import { html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { keysOf, keyTable } from "./key-table.ts";
import { type PlatformValues, platformBody, platformFields, valuesOf, valuesSent } from "./platform-form.ts";
import { snippet, testAd } from "./platform-snippet.ts";

const originAnswer = v.object({ origin: v.string(), allowed: v.boolean(), by: v.nullable(v.string()) });

export const platformPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "platforms",
    run: async (context) => {
      const query = { after: context.query.get("after") ?? undefined };
      const read = await context.call("list-platforms", listOf(platformSchema), { query });
      if ("problem" in read) return read;
      const { items, next } = read.json;
      const content = html`${actions(html`<a class="button primary" href="${context.at("platforms/new")}">New platform</a>`)}
${table(
  "Platforms",
  ["Name", "ID", "Publisher", "Sites", "Status"],
  items.map((one) => [
    html`<a href="${context.at(`platforms/${encodeURIComponent(one.id)}`)}">${one.name}</a>`,
    html`<code>${one.id}</code>`,
    one.publisherId,
    one.allowedOrigins.length,
    badge(one.status, one.status === "active" ? "good" : "bad"),
  ]),
  "No platforms yet. A platform is a site or an app that shows ads.",
)}${pager(next, "platforms", context)}`;
      return { page: { title: "Platforms", section: "platforms", content } };
    },
  },
  {
    method: "GET",
    path: "platforms/new",
    run: async (context) => newPage(context, valuesOf(undefined)),
  },
  {
    method: "POST",
    path: "platforms/new",
    run: async (context) => {
      const values = valuesSent(context.form);
      const made = await context.call("create-platform", platformSchema, {
        body: platformBody(values, context),
      });
      if (!("problem" in made)) return { goTo: `platforms/${encodeURIComponent(made.json.id)}?done=created` };
      return newPage(context, values, made);
    },
  },
  {
    method: "GET",
    path: "platforms/:id",
    run: async (context) => {
      const read = await readPlatform(context);
      return "problem" in read ? read : settingsPage(context, read.json, valuesOf(read.json), read.etag);
    },
  },
  {
    method: "POST",
    path: "platforms/:id",
    run: async (context) => {
      const read = await readPlatform(context);
      if ("problem" in read) return read;
      const values = valuesSent(context.form);
      const { id: _, ...body } = platformBody(values, context);
      const ifMatch = context.form.get("version") ?? "";
      const saved = await context.call("replace-platform", platformSchema, {
        id: read.json.id,
        body,
        ifMatch,
      });
      if (!("problem" in saved)) return { goTo: `platforms/${encodeURIComponent(read.json.id)}?done=saved` };
      return settingsPage(context, read.json, values, ifMatch, saved);
    },
  },
];

function readPlatform(context: PageContext) {
  return context.call("read-platform", platformSchema, { id: context.ids["id"] ?? "" });
}

function newPage(context: PageContext, values: PlatformValues, refused?: ManagementProblem): PageAnswer {
  if (!context.may("create-platform")) {
    return { problem: "forbidden", detail: "Only operators and publishers may do this." };
  }
  const errors = refused === undefined ? [] : errorsOf(refused);
  const content = postForm(
    context,
    "platforms/new",
    html`${platformFields(values, context, errors, true)}<div class="buttons"><button class="primary">Create platform</button></div>`,
    "card",
  );
  return {
    page: { title: "New platform", section: "platforms", content, errors, ...(refused && { status: 400 }) },
  };
}

async function settingsPage(
  context: PageContext,
  platform: Platform,
  values: PlatformValues,
  version: string,
  refused?: ManagementProblem,
): Promise<PageAnswer> {
  const errors = refused === undefined ? [] : errorsOf(refused);
  const path = `platforms/${encodeURIComponent(platform.id)}`;
  const [tested, keys] = await Promise.all([
    testOrigin(context, platform.id),
    keysOf(context, platform.publisherId),
  ]);
  const done = new Map([
    ["created", "The platform was created."],
    ["saved", "Saved. Every instance applies it within two seconds."],
  ]);
  const content = html`${facts([
    ["Platform ID", html`<code data-copy>${platform.id}</code>`],
    ["Publisher", platform.publisherId],
    ["Status", badge(platform.status, platform.status === "active" ? "good" : "bad")],
    ["Revenue share", `${platform.revenueShareBps / 100} %`],
  ])}
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
${postForm(context, path, html`<input type="hidden" name="version" value="${version}">${platformFields(values, context, errors, false)}<div class="buttons"><button class="primary">Save</button></div>`, "card")}
</section>
<section aria-labelledby="test-site"><h2 id="test-site">Test a site</h2>${tested}</section>
<section aria-labelledby="keys"><h2 id="keys">API keys</h2>${keyTable(keys, context, platform.publisherId)}</section>
${snippet(platform, context)}
${testAd(platform, context)}`;
  return {
    page: {
      title: platform.name,
      section: "platforms",
      content,
      errors,
      notice: done.get(context.query.get("done") ?? ""),
      ...(refused && { status: 400 }),
    },
  };
}

/** A GET form, so that its answer can be linked and reloaded. */
async function testOrigin(context: PageContext, id: string) {
  const origin = context.query.get("origin") ?? "";
  const tested =
    origin === "" ? undefined : await context.call("test-origin", originAnswer, { id, body: { origin } });
  return html`<form method="get" action="${context.at(`platforms/${encodeURIComponent(id)}`)}#test-site" class="card inline"><div class="field"><label for="origin">Would a page of this site get ads?</label><input id="origin" name="origin" value="${origin}" placeholder="https://shop.example" required autocomplete="off"></div><div class="buttons"><button>Test this origin</button></div></form>
${
  tested !== undefined &&
  html`<p class="verdict" role="status">${
    "problem" in tested
      ? tested.detail
      : tested.json.allowed
        ? html`${badge("Allowed", "good")} ${tested.json.origin} is allowed by ${tested.json.by}.`
        : html`${badge("Refused", "bad")} ${tested.json.origin} is not an allowed site: its pages get 403.`
  }</p>`
}`;
}
