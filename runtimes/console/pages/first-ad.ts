import * as v from "valibot";
import { postForm } from "../components.ts";
import { checkboxes, type TextField, textField } from "../fields.ts";
import { errorsOf, type FormError, labelled } from "../form-error.ts";
import { textsSent } from "../forms/form.ts";
import { amountText, cpmText } from "../forms/text-format.ts";
import { html } from "../html.ts";
import type { PageAnswer, PageContext, PageRoute } from "../page-context.ts";
import { proposals, slugOf } from "../propose-id.ts";

type FirstField = Omit<TextField, "value" | "errors"> & { readonly initial?: string };

/** The names are the paths of the values in the catalogue. */
const names = {
  advertiser: "campaigns[0].advertiser",
  site: "platforms[0].name",
  origin: "platforms[0].allowedOrigins[0]",
  text: "creatives[0].scenes[0].blocks[0].text",
  link: "creatives[0].scenes[0].blocks[1].buttons[0].landingUrl",
  button: "creatives[0].scenes[0].blocks[1].buttons[0].label",
  price: "campaigns[0].priceMicros",
  budget: "campaigns[0].totalBudgetMicros",
};
const here = "here";

/** Values of other objects that a field of the form decides. */
const sources: readonly (readonly [path: string, from: string])[] = [
  ["publishers[0].name", names.site],
  ["campaigns[0].name", names.advertiser],
  ["creatives[0].disclosure", names.advertiser],
];

const fieldsOf = ({ money }: PageContext): readonly FirstField[] => [
  { name: names.site, label: "Name of your site", required: true },
  {
    name: names.origin,
    label: "Address of your site",
    placeholder: "https://shop.example",
    hint: "Its pages may show ads.",
  },
  { name: names.advertiser, label: "Advertiser", required: true, hint: "The ad names it." },
  { name: names.text, label: "Text of the ad", required: true, long: true, maxLength: 2_000 },
  { name: names.link, label: "Link of the ad", required: true, placeholder: "https://shop.example/offer" },
  { name: names.button, label: "Label of its button", required: true, initial: "Learn more" },
  {
    name: names.price,
    label: `CPM (${money.currency})`,
    required: true,
    initial: money.typed(2_000_000),
    inputMode: "decimal",
    hint: "The price of a thousand views.",
    perView: { label: `Price per view (${money.currency})`, decimalSign: money.decimalSign },
  },
  {
    name: names.budget,
    label: `Total budget (${money.currency})`,
    required: true,
    initial: money.typed(10_000_000),
    inputMode: "decimal",
    hint: "Never overspent.",
  },
];

/** One form that creates a publisher, its platform, a campaign and its ad: completely or not at all. */
export const firstAdPages: readonly PageRoute[] = [
  { method: "GET", path: "first-ad", run: async (context) => formPage(context, []) },
  { method: "POST", path: "first-ad", run: create },
];

async function create(context: PageContext): Promise<PageAnswer> {
  if (!context.may("apply-catalog")) return context.refusal("apply-catalog");
  const texts = textsSent(context.form);
  const { money } = context;
  const text = (name: string): string => texts.get(name)?.trim() ?? "";
  const site = text(names.site);
  const advertiser = text(names.advertiser);
  const publisherId = await freeId(context, "publisher", slugOf(site, "publisher"));
  const platformId = await freeId(context, "platform", `pf_${slugOf(site, "platform")}`);
  const campaignId = await freeId(context, "campaign", slugOf(advertiser, "campaign"));
  const creativeId = await freeId(context, "creative", `${campaignId}-text`);
  const none = (): undefined => undefined;
  const origins = [originOf(text(names.origin)), texts.has(here) ? new URL(context.baseUrl).origin : ""];
  const button = { label: text(names.button), style: "primary", landingUrl: text(names.link) };
  const blocks = [
    { kind: "text", text: text(names.text) },
    { kind: "buttons", buttons: [button] },
  ];
  const catalog = {
    publishers: [{ id: publisherId, name: site }],
    platforms: [
      {
        id: platformId,
        publisherId,
        name: site,
        allowedOrigins: [...new Set(origins.filter((origin) => origin !== ""))],
        revenueShareBps: 5_000,
      },
    ],
    campaigns: [
      {
        id: campaignId,
        advertiser,
        name: `First ad of ${advertiser}`,
        priceMicros: cpmText(money).read(text(names.price), none),
        totalBudgetMicros: amountText(money).read(text(names.budget), none),
      },
    ],
    creatives: [
      {
        id: creativeId,
        campaignId,
        format: "text",
        language: "en",
        disclosure: { text: `Ad by ${advertiser}` },
        scenes: [{ id: "start", blocks }],
      },
    ],
  };
  const done = await context.call("apply-catalog", v.unknown(), { body: { catalog, prune: false } });
  if (!("problem" in done)) return { goTo: `platforms/${encodeURIComponent(platformId)}/test?done=created` };
  if (done.errors === undefined) return done;
  const errors = errorsOf(done).map(({ path, message }) => {
    // The paths of a document begin at the document.
    const own = path.replace(/^catalog\./, "");
    const [from, source] = sources.find(([one]) => own.startsWith(one)) ?? [];
    return { path: from === undefined ? own : (source ?? own), message };
  });
  return formPage(context, [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()]);
}

async function freeId(context: PageContext, kind: string, id: string): Promise<string> {
  const ids = proposals(id, context.clock());
  for (const one of ids) {
    if ("problem" in (await context.raw(`read-${kind}`, { id: one }))) return one;
  }
  return ids.at(-1) ?? id;
}

/** The origin of an address, also of one without `https://`. Returns another text unchanged, so that the API reports it. */
function originOf(typed: string): string {
  const address = /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(typed) ? `https://${typed}` : typed;
  return /^https?:\/\/[^*]+$/i.test(address) && URL.canParse(address) ? new URL(address).origin : typed;
}

function formPage(context: PageContext, found: readonly FormError[]): PageAnswer {
  if (!context.may("apply-catalog")) return context.refusal("apply-catalog");
  const fields = fieldsOf(context);
  const sent = context.form.has("token") ? textsSent(context.form) : undefined;
  const errors = labelled(found, fields);
  const drawn = fields.map(({ initial = "", ...field }) =>
    textField({ ...field, value: sent?.get(field.name) ?? (sent === undefined ? initial : ""), errors }),
  );
  const { origin } = new URL(context.baseUrl);
  const allowed = checkboxes({
    name: here,
    label: "Test page",
    values: sent === undefined || sent.has(here) ? ["yes"] : [],
    choices: [["yes", `Also allow ${origin}, so that the console's test page shows the ad`]],
    errors,
  });
  const content = html`<p class="lead">This form creates a publisher, its platform, a campaign and its ad. You can change each of them later.</p>
${postForm(context, "first-ad", html`<div class="pair">${drawn}</div>${allowed}<div class="buttons"><button class="primary">Create and test</button></div>`, "card")}`;
  return { page: { title: "Your first ad", section: "", content, errors } };
}
