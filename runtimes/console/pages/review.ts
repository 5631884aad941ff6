import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import type { Creative, CreativeContent, PlatformContent } from "../../../core/catalog/entities.ts";
import { maxReasonLength } from "../../../core/catalog/limits.ts";
import { platformSchema } from "../../../core/catalog/platform-schema.ts";
import { isApproved } from "../../../core/catalog/review.ts";
import { type ReviewItem, reviewItem } from "../../../core/management/review-items.ts";
import { cardFrame } from "../card-frame.ts";
import { badge, facts, pager, postForm } from "../components.ts";
import { type Html, html } from "../html.ts";
import { listOf } from "../lists.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";

const pageSize = "20";

export const reviewPages: readonly PageRoute[] = [
  { method: "GET", path: "review", run: listPage },
  ...(["platform", "creative"] as const).map(
    (kind): PageRoute => ({
      method: "POST",
      path: `review/${kind}s/:id`,
      run: async ({ ids, form, raw }) => {
        const decision = form.get("decision") ?? "";
        const body = decision === "refuse" ? { decision, reason: form.get("reason") ?? "" } : { decision };
        const call = { id: ids["id"] ?? "", ifMatch: form.get("version") ?? "", body };
        const done = await raw(`review-${kind}`, call);
        return "problem" in done ? done : { goTo: `review?done=${decision}` };
      },
    }),
  ),
];

async function listPage(context: PageContext): Promise<PageAnswer> {
  const cursorOf = (name: string): string | undefined => context.query.get(name) ?? undefined;
  const query = { limit: pageSize, after: cursorOf("after"), before: cursorOf("before") };
  const listed = await context.call("list-review", listOf(reviewItem), { query });
  if ("problem" in listed) return listed;
  const sections = await Promise.all(listed.json.items.map((item) => sectionOf(item, context)));
  const content = html`<p class="lead">Nothing here is shown before you approve it. Until then an approved version runs on.</p>
${sections.length === 0 ? html`<p class="empty">Nothing waits.</p>` : sections}${pager(listed.json, "review", context)}`;
  const done = new Map([
    ["approve", "Approved. Every instance applies it within two seconds."],
    ["refuse", "Refused. The author sees the reason."],
  ]);
  return {
    page: {
      title: "Review",
      section: "review",
      content,
      showsMedia: true,
      notice: done.get(context.query.get("done") ?? ""),
    },
  };
}

async function sectionOf(item: ReviewItem, context: PageContext): Promise<Html | undefined> {
  const { kind, entityId, owner, sites } = item;
  const id = { id: entityId };
  const read =
    kind === "platform"
      ? await context.call("read-platform", platformSchema, id)
      : await context.call("read-creative", creativeSchema, id);
  // Another operator may have removed it.
  if ("problem" in read) return undefined;
  const { json: entity, etag } = read;
  const shown = "campaignId" in entity ? creativeFrames(entity) : platformFacts(entity, entity.proposed);
  const path = `review/${kind}s/${encodeURIComponent(entityId)}`;
  const form = html`<input type="hidden" name="version" value="${etag}"><label class="field">Reason of a refusal, for the author<input name="reason" required maxlength="${maxReasonLength}" autocomplete="off"></label><div class="buttons"><button class="bad" name="decision" value="refuse">Refuse</button><button class="primary" name="decision" value="approve" formnovalidate>Approve</button></div>`;
  return html`<section aria-labelledby="${item.id}"><h2 id="${item.id}"><a href="${context.at(`${kind}s/${encodeURIComponent(entityId)}`)}">${kind === "platform" ? "Platform" : "Creative"} ${entityId}</a> of ${owner}</h2>
${facts([["Sites", html`${sites.map(({ site, isNew }) => html`<div><code>${site}</code> ${isNew && badge("new")}</div>`)}`]])}
${shown}
${postForm(context, path, form, "card inline")}</section>`;
}

function platformFacts(now: PlatformContent, proposed: PlatformContent | undefined): Html {
  const of = ({ name, allowedOrigins }: PlatformContent): Html =>
    html`${name}${allowedOrigins.map((origin) => html`<div><code>${origin}</code></div>`)}`;
  return proposed === undefined
    ? facts([["New", of(now)]])
    : facts([
        ["Now", of(now)],
        ["Edit", of(proposed)],
      ]);
}

function creativeFrames(creative: Creative): Html {
  const waiting = frame("Waits", creative.proposed ?? creative);
  return html`<div class="compared">${waiting}${isApproved(creative) && frame("Runs now", creative)}</div>`;
}

/** The card as a person sees it, and what a card does not show. */
function frame(title: string, content: CreativeContent): Html {
  const { format, language, disclosure, scenes, bot } = content;
  return html`<div><h3>${title}</h3>${cardFrame(content)}${facts([
    ["Format", format],
    ["Language", language],
    [
      "Disclosure",
      html`${disclosure.text} ${disclosure.url !== undefined && html`<code>${disclosure.url}</code>`}`,
    ],
    ...landingPages({ scenes, bot }).map((url): readonly [string, Html] => [
      "Landing page",
      html`<code>${url}</code>`,
    ]),
  ])}</div>`;
}

function landingPages({ scenes = [], bot }: Pick<CreativeContent, "scenes" | "bot">): readonly string[] {
  const buttons = scenes.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "buttons" ? block.buttons : [])),
  );
  return [...new Set([...buttons, bot].flatMap((one) => one?.landingUrl ?? []))];
}
