import * as v from "valibot";
import { shownKey } from "../../../core/management/key-routes.ts";
import type { Called } from "../api-client.ts";
import { facts, postForm } from "../components.ts";
import { textsSent } from "../forms/form.ts";
import { partsOf } from "../forms/object-part.ts";
import { readParts } from "../forms/part.ts";
import { html } from "../html.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { moment } from "../times.ts";
import { keyForm, keysOf, keyTable } from "./key-table.ts";

const madeKey = v.object({ key: v.string(), id: v.string(), publisherId: v.string(), mode: v.string() });
type MadeKey = v.InferOutput<typeof madeKey>;

export const keyPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "keys",
    run: async (context) => {
      const { principal, query } = context;
      const publisherId =
        principal.role === "publisher" ? principal.publisherId : (query.get("publisher") ?? "");
      const keys = await keysOf(context, publisherId);
      const notice = query.get("done") === "revoked" ? "The key is revoked." : undefined;
      const content = keyTable(keys, context, publisherId);
      return { page: { title: `API keys of ${publisherId}`, section: "platforms", content, notice } };
    },
  },
  {
    method: "POST",
    path: "keys",
    run: async (context) => {
      const body = readParts(partsOf(keyForm, context.principal.role, true), textsSent(context.form));
      return shownOnce(await context.call("create-key", madeKey, { body }), context);
    },
  },
  {
    method: "POST",
    path: "keys/:id/rotate",
    run: async (context) => {
      const made = await context.call("rotate-key", madeKey, { id: context.ids["id"] ?? "", body: {} });
      return shownOnce(
        made,
        context,
        "The old key stays valid for a day, so that you can deploy the new one.",
      );
    },
  },
  {
    method: "GET",
    path: "keys/:id/revoke",
    run: async (context) => {
      const id = context.ids["id"] ?? "";
      const content = html`<p class="lead">Requests with the key <code>${id}</code> are refused immediately, on every instance within two seconds. This cannot be undone.</p>
${postForm(context, `keys/${encodeURIComponent(id)}/revoke`, html`<div class="buttons"><button class="bad">Revoke key</button> <a class="button" href="${context.at("platforms")}">Keep the key</a></div>`)}`;
      return { page: { title: "Revoke this key?", section: "platforms", content } };
    },
  },
  {
    method: "POST",
    path: "keys/:id/revoke",
    run: async (context) => {
      const revoked = await context.call("revoke-key", shownKey, { id: context.ids["id"] ?? "" });
      if ("problem" in revoked) return revoked;
      return { goTo: `keys?publisher=${encodeURIComponent(revoked.json.publisherId)}&done=revoked` };
    },
  },
];

/** The only answer that contains a key. */
function shownOnce(made: Called<MadeKey>, context: PageContext, more?: string): PageAnswer {
  if ("problem" in made) return made;
  const { key, id, mode, publisherId } = made.json;
  const content = html`<p class="lead">Copy the key now: it is shown once and not stored. ${more}</p>
<pre class="code secret" data-copy tabindex="0" aria-label="The new key">${key}</pre>
${facts([
  ["ID", html`<code>${id}</code>`],
  ["Mode", mode],
  ["Publisher", publisherId],
  ["Created", moment(new Date(context.clock()).toISOString())],
])}
<p><a href="${context.at(`keys?publisher=${encodeURIComponent(publisherId)}`)}">All keys of ${publisherId}</a></p>`;
  return { page: { title: "New API key", section: "platforms", content } };
}
