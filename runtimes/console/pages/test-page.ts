import * as v from "valibot";
import { platformSchema } from "../../../core/catalog/platform-schema.ts";
import { badge } from "../components.ts";
import { html } from "../html.ts";
import type { PageRoute } from "../page-context.ts";

const originAnswer = v.object({ allowed: v.boolean() });

/** A page that shows live ads of a platform as a page of its site does: with the real SDK, counted and billed. */
export const testPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "platforms/:id/test",
    run: async (context) => {
      const id = context.ids["id"] ?? "";
      const read = await context.call("read-platform", platformSchema, { id });
      if ("problem" in read) return read;
      const { origin } = new URL(context.baseUrl);
      const tested = await context.call("test-origin", originAnswer, { id, body: { origin } });
      const isAllowed = !("problem" in tested) && tested.json.allowed;
      const platform = context.at(`platforms/${encodeURIComponent(id)}`);
      const refused = html`<p class="verdict">${badge("Refused", "bad")} ${origin} is not an allowed site of <a href="${platform}">this platform</a>, so this page gets no live ads. Add it to the allowed sites.</p>`;
      const tester = html`<div class="tester scripted" data-live-ad data-platform="${id}" data-base="${context.baseUrl}">
<div class="field"><label for="question">Question of the visitor <span class="optional">optional</span></label><input id="question" maxlength="4096" autocomplete="off"></div>
<button type="button" class="primary">Request a live ad</button>
<p class="verdict" role="status"></p>
<div class="frame" data-card></div></div>
<noscript><p class="hint">The test page needs JavaScript, because it shows the same card as a site.</p></noscript>`;
      const content = html`<p class="lead">This page is a page of the platform: the request, the view and the click are real. They are counted, and a view is billed once.</p>
${isAllowed ? tester : refused}
<p><a href="${context.at(`explain?platform_id=${encodeURIComponent(id)}`)}">Why this ad, or none?</a> · <a href="${platform}">Platform, code for your site, and unbilled test ads</a></p>`;
      const notice =
        context.query.get("done") === "created"
          ? "Created. Every server has it within two seconds."
          : undefined;
      const title = `Test page of ${read.json.name}`;
      return { page: { title, section: "platforms", content, notice, showsMedia: true } };
    },
  },
];
