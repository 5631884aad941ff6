import * as v from "valibot";
import type { Platform } from "../../../core/catalog/entities.ts";
import { platformSchema } from "../../../core/catalog/platform-schema.ts";
import { percentOf } from "../amounts.ts";
import { badge, breakable, facts, objectLink, table } from "../components.ts";
import { entityPages } from "../entity-pages.ts";
import type { Choice } from "../fields.ts";
import type { Form } from "../forms/form.ts";
import { nameList, percent } from "../forms/text-format.ts";
import { type Html, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import { optionsOf } from "../pick-options.ts";
import { slugOf } from "../propose-id.ts";
import { editedBy, reviewBadge, reviewFields, reviewNote } from "../review-note.ts";
import { subjectTexts } from "../sensitive-evidence.ts";
import { debugLinkForm } from "./debug-link.ts";
import { keysOf, keyTable } from "./key-table.ts";
import { snippet, testAd } from "./platform-snippet.ts";

type Options = readonly Choice[] | undefined;

const originAnswer = v.object({ origin: v.string(), allowed: v.boolean(), by: v.nullable(v.string()) });

const platformForm = async (context: PageContext): Promise<Form> => {
  const publishers = await optionsOf(context, "publishers");
  const topics = await optionsOf(context, "topics");
  return platformFormWith(publishers, topics);
};

const platformFormWith = (publishers: Options, topics: Options): Form => ({
  kind: "platform",
  schema: platformSchema,
  fields: {
    name: "Name",
    publisherId: { label: "Publisher", options: publishers },
    allowedOrigins: {
      label: "Allowed sites",
      rows: 4,
      hint: "One origin per line: https://shop.example, or https://*.shop.example for all subdomains.",
    },
    placements: {
      label: "Placements",
      rows: 3,
      hint: "One name per line, in addition to chat, which always exists.",
    },
    status: { label: "Status", choices: { active: "Active", disabled: "Disabled: requests answer 403" } },
    revenueShareBps: {
      label: "Revenue share, %",
      format: percent,
      initial: "50",
      hint: "The publisher's share of every charge.",
    },
    sensitivePhrases: {
      label: "No ads beside these words",
      rows: 3,
      hint: "One pattern per line, such as: bank failure. In addition to the sensitive subjects.",
    },
    allowedSubjects: {
      label: "Sensitive subjects that this platform allows",
      choices: subjectTexts,
    },
    exclusions: {
      legend: "Exclusions",
      hint: "Ads that are never shown here, house campaigns included. Test ads are always shown.",
      fields: {
        excludedAdvertisers: {
          label: "Excluded advertisers",
          format: nameList,
          rows: 3,
          hint: "One name per line, spelled as in the ads.",
        },
        excludedTopics: {
          label: "Excluded topics",
          options: topics,
          hint: `${topics === undefined ? "Topic IDs, separated by commas. " : ""}Campaigns that target one of them are not shown.`,
        },
        excludedFormats: "Excluded formats",
      },
    },
    more: {
      legend: "More",
      isMore: true,
      fields: {
        id: {
          label: "Platform ID",
          required: false,
          hint: "Empty: made from the name. pf_ and letters, digits, _ or -. It is public and cannot change.",
        },
      },
    },
  },
  kept: reviewFields,
  proposedId: ({ name }) => `pf_${slugOf(String(name), "platform")}`,
});

export const platformPages: readonly PageRoute[] = entityPages({
  kind: "platform",
  answer: platformSchema,
  form: platformForm,
  title: ({ name }) => name,
  removal: "Its requests are refused. Its deliveries and charges stay in the reports.",
  edited: editedBy,
  table: platformTable,
  notices: { saved: "Saved. Once approved, every instance applies it within two seconds." },
  around: (form, { entity }, context) => (entity === undefined ? form : ownPage(entity, form, context)),
});

function platformTable(platforms: readonly Platform[], context: PageContext): Html {
  return table(
    "Platforms",
    ["Name", "ID", "Publisher", "Sites", "Status"],
    platforms.map((one) => [
      objectLink(context, "platforms", one.id, one.name),
      html`<code>${breakable(one.id)}</code>`,
      one.publisherId,
      one.allowedOrigins.length,
      html`${statusBadge(one)} ${reviewBadge(one)}`,
    ]),
    "No platforms yet. A platform is a site or an app that shows ads.",
  );
}

function statusBadge({ status }: Platform): Html {
  return badge(status, status === "active" ? "good" : "bad");
}

async function ownPage(platform: Platform, form: Html, context: PageContext): Promise<Html> {
  const [tested, keys] = await Promise.all([
    testOrigin(context, platform.id),
    keysOf(context, platform.publisherId),
  ]);
  return html`${reviewNote(platform)}${facts([
    ["Platform ID", html`<code data-copy>${platform.id}</code>`],
    ["Publisher", platform.publisherId],
    ["Status", statusBadge(platform)],
    ["Revenue share", `${percentOf(platform.revenueShareBps)} %`],
  ])}
<section aria-labelledby="settings"><h2 id="settings">Settings</h2>${form}</section>
<section aria-labelledby="test-site"><h2 id="test-site">Test a site</h2>${tested}</section>
<section aria-labelledby="keys"><h2 id="keys">API keys</h2>${keyTable(keys, context, platform.publisherId)}</section>
${snippet(platform, context)}
${testAd(platform, context)}
<section aria-labelledby="debug"><h2 id="debug">Debug link</h2>${debugLinkForm(platform, context)}</section>`;
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
