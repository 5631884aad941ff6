import type { Platform } from "../../../core/catalog/entities.ts";
import { adFormats } from "../../../core/contract/formats.ts";
import { testCreative } from "../../../core/serving/test-creatives.ts";
import { type Html, html } from "../html.ts";
import type { PageContext } from "../page-context.ts";

/** The code for pages of a site and for calls from a server. */
export function snippet({ id }: Platform, { scriptUrl, baseUrl }: PageContext): Html {
  const page = `<script async src="${scriptUrl}" data-platform="${id}"></script>\n<div data-ad="chat" data-height="250" style="min-height:250px" data-question="what the visitor asked"></div>`;
  const server = `curl ${baseUrl}/api/v1/web/ads \\\n  -H 'Authorization: Bearer hb_live_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"platform_id": "${id}", "stable_user_id": "your-own-id", "context": {"question": "…"}}'`;
  return html`<section aria-labelledby="snippet"><h2 id="snippet">Integration</h2>
<h3>In a page</h3><p>The page's site must be an allowed site.</p>
<pre class="code" data-copy tabindex="0" aria-label="Code for a page">${page}</pre>
<h3>From a server</h3><p>With a live key. A test key gets test ads only.</p>
<pre class="code" data-copy tabindex="0" aria-label="Code for a server">${server}</pre></section>`;
}

/** Test ads in the real card. The first one is built in; a button requests one as a page would. */
export function testAd({ id }: Platform, { at, baseUrl }: PageContext): Html {
  return html`<section aria-labelledby="test-ad" class="scripted"><h2 id="test-ad">Test ad</h2>
<p>The standard card with the built-in test ad of a format. It is neither counted nor billed. <a href="${at(`platforms/${encodeURIComponent(id)}/test`)}">Live ads on a test page</a></p>
<div class="tester" data-tester data-platform="${id}" data-base="${baseUrl}">
<div class="field"><label for="test-format">Format</label><select id="test-format">${adFormats.map((format) => html`<option value="${format}" data-creative="${JSON.stringify(testCreative(format, baseUrl))}">${format}</option>`)}</select></div>
<button type="button" data-live>Request one from the ad server</button>
<p class="verdict" role="status" data-verdict></p>
<div class="frame" data-card></div></div></section>
<noscript><p class="hint">The test ad needs JavaScript, because it is the same card as on a site.</p></noscript>`;
}
