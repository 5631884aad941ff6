import * as v from "valibot";
import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import { cardFrame } from "../card-frame.ts";
import { actions, badge, facts, table } from "../components.ts";
import { drawFilters } from "../filter-fields.ts";
import { type Html, html } from "../html.ts";
import { type NamedKind, type Names, readNames } from "../names.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { respondJson } from "../respond.ts";
import { moment } from "../times.ts";

const stamp = v.nullable(v.string());
const recent = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      surface: v.string(),
      platformId: v.string(),
      placement: v.string(),
      language: v.string(),
      format: v.string(),
      topicId: stamp,
      issuedAt: v.string(),
      seenAt: stamp,
      pressedAt: stamp,
      clickedAt: stamp,
      chargedAt: stamp,
      earningsMicros: v.number(),
      campaignId: v.optional(v.string()),
      priceMicros: v.optional(v.number()),
    }),
  ),
});
type Recent = v.InferOutput<typeof recent>["items"][number];

const lifeSchema = v.looseObject({
  id: v.string(),
  state: v.picklist(["issued", "seen", "expired"]),
  issuedAt: v.string(),
  expiresAt: v.string(),
  currency: v.string(),
  creative: v.nullable(creativeSchema),
  life: v.array(v.object({ at: v.string(), event: v.string(), detail: v.string() })),
});

const pollEveryMs = 2_000;
const columns = ["Issued", "Platform", "Placement", "Format", "Topic", "Events"];

export const deliveryPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "deliveries",
    run: async (context) => {
      const read = await context.call("list-deliveries", recent, { query: filterOf(context) });
      if ("problem" in read) return read;
      const filter = new URLSearchParams(Object.entries(filterOf(context)));
      const names = await namesIn(read.json.items, context);
      const content = html`${await filterForm(context)}<p class="lead">The latest deliveries. <span class="scripted">The list updates automatically.</span> <a href="${context.at("deliveries")}">Reload</a></p>
<p class="scripted"><button type="button" data-pause aria-pressed="false">Pause</button> <span data-state></span></p>
<div data-live-table="${context.at("deliveries/recent")}?${filter.toString()}" data-every="${pollEveryMs}">${table(
        "Deliveries, newest first",
        columns,
        read.json.items.map((one) => {
          const [at, ...rest] = cellsOf(one, names, context);
          return [
            context.may("read-delivery")
              ? html`<a href="${context.at(`deliveries/${one.id}`)}">${at}</a>`
              : at,
            ...rest,
          ];
        }),
        filter.size > 0 ? "No delivery of the last hour is like this." : "No deliveries yet.",
        "live",
      )}</div>`;
      return { page: { title: "Live", section: "deliveries", content } };
    },
  },
  {
    // The same rows for the script: text, with or without a link.
    method: "GET",
    path: "deliveries/recent",
    run: async (context) => {
      const read = await context.call("list-deliveries", recent, { query: filterOf(context) });
      if ("problem" in read) return read;
      const names = await namesIn(read.json.items, context);
      const rows = read.json.items.map((one) => ({
        id: one.id,
        link: context.may("read-delivery") ? `deliveries/${one.id}` : null,
        cells: cellsOf(one, names, context),
      }));
      return { response: respondJson({ columns, rows }) };
    },
  },
  {
    method: "GET",
    path: "deliveries/:id",
    run: async (context) => {
      const read = await context.call("read-delivery", lifeSchema, { id: context.ids["id"] ?? "" });
      if ("problem" in read) return read;
      return { page: { title: "Delivery", section: "explain", content: await lifeOf(read.json, context) } };
    },
  },
];

const filters = [
  { name: "platform", label: "Platform", list: "platforms", needs: "list-deliveries" },
  { name: "campaign", label: "Campaign", list: "campaigns", needs: "read-delivery" },
] as const;

function filterOf({ query, may }: PageContext): Readonly<Record<string, string>> {
  const given = filters
    .filter(({ needs }) => may(needs))
    .map(({ name }) => [name, query.get(name)?.trim() ?? ""]);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

async function filterForm(context: PageContext): Promise<Html> {
  const value = (name: string): string => context.query.get(name) ?? "";
  const offered = filters.filter(({ needs }) => context.may(needs));
  return html`<form method="get" action="${context.at("deliveries")}" class="filters">${await drawFilters(offered, { value, errors: [] }, context)}<div class="buttons"><button>Show</button></div></form>`;
}

function namesIn(items: readonly Recent[], context: PageContext): Promise<Names> {
  const wanted = items.flatMap(({ platformId, campaignId, topicId }): [NamedKind, string][] => [
    ["platform", platformId],
    ["campaign", campaignId ?? ""],
    ["topic", topicId ?? ""],
  ]);
  return readNames(wanted, context);
}

function cellsOf(one: Recent, names: Names, { money }: PageContext): readonly string[] {
  const happened = [
    one.seenAt !== null && "seen",
    one.pressedAt !== null && "pressed",
    one.clickedAt !== null && "clicked",
    one.chargedAt !== null && `charged ${money.amount(one.priceMicros ?? one.earningsMicros)}`,
  ].filter((part) => part !== false);
  const { campaignId, topicId } = one;
  const campaign = campaignId === undefined ? "" : ` · ${names.of("campaign", campaignId)}`;
  return [
    `${one.issuedAt.slice(0, 19).replace("T", " ")} UTC`,
    names.of("platform", one.platformId),
    one.placement === "" ? one.surface : one.placement,
    one.format + campaign,
    topicId === null ? "–" : names.of("topic", topicId),
    happened.join(", ") || "issued",
  ];
}

const namedFields: ReadonlyMap<string, NamedKind> = new Map([
  ["publisherId", "publisher"],
  ["platformId", "platform"],
  ["campaignId", "campaign"],
  ["topicId", "topic"],
]);

/** The labels of fields that their names do not make. */
const labels: ReadonlyMap<string, string> = new Map([
  ["publisherId", "Publisher"],
  ["platformId", "Platform"],
  ["apiKeyId", "API key"],
  ["campaignId", "Campaign"],
  ["creativeVersionId", "Creative version"],
  ["topicId", "Topic"],
  ["publisherMicros", "Publisher's earnings"],
  ["adjustedMicros", "Adjusted"],
  ["adjustedPublisherMicros", "Adjusted earnings"],
]);

async function lifeOf(delivery: v.InferOutput<typeof lifeSchema>, context: PageContext): Promise<Html> {
  const { state, life, issuedAt, expiresAt, currency: _, creative, ...rest } = delivery;
  const tone = state === "seen" ? "good" : state === "expired" ? "bad" : "quiet";
  const wanted = Object.entries(rest).flatMap(([name, own]): [NamedKind, string][] => {
    const kind = namedFields.get(name);
    return kind === undefined || typeof own !== "string" ? [] : [[kind, own]];
  });
  const names = await readNames(wanted, context);
  const value = (name: string, own: unknown): Html | string => {
    const amount = context.money.field(name, own);
    if (amount !== undefined) return amount;
    const kind = namedFields.get(name);
    return kind === undefined || typeof own !== "string" ? String(own ?? "–") : names.link(kind, own);
  };
  const isCharged = life.some(({ event }) => event === "charged");
  return html`${actions(
    html`<a class="button" href="${context.at(whyOf(rest))}">Why an ad like this?</a>`,
    isCharged &&
      context.may("write-off") &&
      html`<a class="button" href="${context.at(`adjustments/new?deliveryIds=${encodeURIComponent(delivery.id)}`)}">Write off…</a>`,
  )}${creative !== null && html`<div class="tester">${cardFrame(creative)}</div>`}${facts([
    ["State", badge(state, tone)],
    ["Issued", moment(issuedAt)],
    ["Valid until", moment(expiresAt)],
    ...Object.entries(rest).map(
      ([name, own]) => [labels.get(name) ?? wordsOf(name), value(name, own)] as const,
    ),
  ])}
${table(
  "History",
  ["Time", "Event", "Details"],
  life.map(({ at, event, detail }) => [moment(at), badge(event), detail]),
)}`;
}

/** The page that explains a request from the same place, in the same language and format. */
function whyOf({ platformId, placement, language, format }: Readonly<Record<string, unknown>>): string {
  const asked = { platform_id: platformId, placement, language_code: language, accept_formats: format };
  const query = Object.entries(asked).filter(
    ([, value]) => typeof value === "string" && value !== "" && value !== "other",
  );
  return `explain?${new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** `creativeVersionId` → `Creative version ID`. */
function wordsOf(name: string): string {
  const words = name.replace(/Micros$/, "").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\bid\b/gi, "ID");
}
