import * as v from "valibot";
import { creativeFormats } from "../../../core/contract/formats.ts";
import { sensitiveEvidence, topicEvidence } from "../../../core/management/explain-shapes.ts";
import { passedOverTexts, withheldTexts } from "../../../core/serving/explain-in-words.ts";
import { withheldReasons } from "../../../core/serving/withheld.ts";
import { badge, table } from "../components.ts";
import type { Choice } from "../fields.ts";
import { drawFilters, type FilterField } from "../filter-fields.ts";
import { errorsOf, labelled } from "../form-error.ts";
import { type Html, html } from "../html.ts";
import { readNames } from "../names.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { showSensitive } from "../sensitive-evidence.ts";
import { showEvidence } from "../topic-evidence.ts";
import { winnerOf } from "./winner.ts";

const explained = v.object({
  withheld: v.nullable(v.picklist(withheldReasons)),
  creativesInReview: v.array(v.string()),
  sensitive: v.array(sensitiveEvidence),
  topics: v.array(topicEvidence),
  inTheRunning: v.array(
    v.object({
      campaignId: v.string(),
      creativeIds: v.array(v.string()),
      topicId: v.optional(v.string()),
      relevance: v.number(),
      worth: v.object({ least: v.number(), expected: v.number(), most: v.number() }),
    }),
  ),
  passedOver: v.array(
    v.object({ reason: v.string(), campaigns: v.number(), campaignIds: v.array(v.string()) }),
  ),
});
type Explained = v.InferOutput<typeof explained>;

/** An unknown reason is shown by its name. */
const reasons: ReadonlyMap<string, string> = new Map(Object.entries(passedOverTexts));

export const explainPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "explain",
    run: async (context) => {
      if (!context.may("explain-request")) return context.refusal("explain-request");
      const id = context.query.get("delivery");
      return id === null ? whyPage(context) : { goTo: `deliveries/${encodeURIComponent(id.trim())}` };
    },
  },
];

const formats: readonly Choice[] = [
  ["", "all for web pages"],
  ...creativeFormats.map((format): Choice => [format, format]),
];
const fields: readonly FilterField[] = [
  { name: "platform_id", label: "Platform", required: true, list: "platforms", none: "Choose …" },
  { name: "placement", label: "Placement", placeholder: "chat", list: "placements", none: "default (chat)" },
  { name: "language_code", label: "Language", placeholder: "en" },
  { name: "accept_formats", label: "Format", choices: formats },
  { name: "context", label: "Question", long: true, maxLength: 4_096, hint: "The question is not stored." },
];

async function whyPage(context: PageContext): Promise<PageAnswer> {
  const read = context.query.has("platform_id")
    ? await context.call("explain-request", explained, { body: requestOf(context.query) })
    : undefined;
  const errors = labelled(read !== undefined && "problem" in read ? errorsOf(read) : [], fields);
  const value = (name: string): string => context.query.get(name) ?? "";
  const content = html`<form method="get" action="${context.at("explain")}" class="card">
<h2>Explain a request</h2>
<div class="pair">${await drawFilters(fields, { value, errors }, context)}</div>
<div class="buttons"><button class="primary">Explain</button></div></form>
${read !== undefined && !("problem" in read) && (await explanation(read.json, context))}
<form method="get" action="${context.at("explain")}" class="card inline"><h2>Look up a delivery</h2><div class="field"><label for="delivery">Delivery ID</label><input id="delivery" name="delivery" required minlength="22" maxlength="22" autocomplete="off" aria-describedby="delivery-hint"><p class="hint" id="delivery-hint">The delivery_id of the answer, 22 characters.</p></div><div class="buttons"><button>Show its history</button></div></form>`;
  return { page: { title: "Why", section: "explain", content, errors } };
}

function requestOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const given = new Map(fields.map(({ name }) => [name, query.get(name)?.trim() || undefined]));
  const format = given.get("accept_formats");
  const question = given.get("context");
  return {
    ...Object.fromEntries(given),
    accept_formats: format && [format],
    ...(format === "bot" ? { context: undefined, message: question } : { context: question && { question } }),
  };
}

async function explanation(
  { withheld, creativesInReview, sensitive, topics, inTheRunning, passedOver }: Explained,
  context: PageContext,
): Promise<Html> {
  const { currency, column } = context.money;
  const perMille = (worth: number): number => worth * 1_000;
  const worth = inTheRunning.flatMap(({ worth: { least, expected, most } }) => [least, expected, most]);
  const writeCpm = column(worth.map(perMille), "averages");
  const cpm = (one: number): string => writeCpm(perMille(one));
  const names = await readNames(
    [
      ...[
        ...inTheRunning.map(({ campaignId }) => campaignId),
        ...passedOver.flatMap((one) => one.campaignIds),
      ].map((id) => ["campaign", id] as const),
      ...inTheRunning.map(({ topicId = "" }) => ["topic", topicId] as const),
    ],
    context,
  );
  const link = (id: string): Html | string => names.link("campaign", id);
  const more = (named: number, all: number): string => (all > named ? ` and ${all - named} more` : "");
  const isShown = withheld === null && inTheRunning.length > 0;
  const verdict = isShown ? await winnerOf(inTheRunning, context) : noWinner(passedOver);
  return html`<div role="status">${withheld !== null && html`<p>${badge("No ad", "bad")} ${withheldTexts[withheld]}</p>`}${withheld === null && verdict}</div>
<h2>Topics of the question</h2>
<div>${showSensitive(sensitive)}${showEvidence(topics, context)}</div>
${creativesInReview.length > 0 && html`<p class="hint">Creatives without approval, which are never shown: ${creativesInReview.join(", ")}.</p>`}
<h2>Eligible</h2>
<p class="hint">The highest random draw wins. Worth is price × view rate × relevance, as a CPM in ${currency}. Frequency caps are not included, because only the store knows them.</p>
${table(
  "Eligible campaigns, highest expected worth first",
  [
    "Campaign",
    "Creatives",
    "Topic",
    { label: "Relevance", isNumber: true },
    { label: `Worth (CPM, ${currency})`, isNumber: true },
    { label: `At least (CPM, ${currency})`, isNumber: true },
    { label: `At most (CPM, ${currency})`, isNumber: true },
  ],
  inTheRunning.map(({ campaignId, creativeIds, topicId, relevance, worth }) => [
    link(campaignId),
    creativeIds.join(", "),
    topicId === undefined ? "–" : names.link("topic", topicId),
    relevance.toFixed(2),
    cpm(worth.expected),
    cpm(worth.least),
    cpm(worth.most),
  ]),
  "No campaign is eligible: this request gets no ad.",
  "dense figures",
)}
<h2>Not eligible</h2>
${table(
  "Campaigns that are not eligible, by reason",
  ["Reason: the campaign …", { label: "Number", isNumber: true }, "Campaigns"],
  passedOver.map(({ reason, campaigns, campaignIds }) => [
    reasons.get(reason) ?? reason,
    campaigns,
    html`${campaignIds.map((id, index) => html`${index > 0 && ", "}${link(id)}`)}${more(campaignIds.length, campaigns)}`,
  ]),
  "None.",
)}`;
}

/** The most frequent reason, in words. */
function noWinner(passedOver: Explained["passedOver"]): Html {
  const [most] = [...passedOver].sort((a, b) => b.campaigns - a.campaigns);
  const why = most && `Most often a campaign ${reasons.get(most.reason) ?? most.reason}.`;
  return html`<p>${badge("No ad", "bad")} No campaign is eligible. ${why}</p>`;
}
