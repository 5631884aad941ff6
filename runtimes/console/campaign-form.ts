import { adFormats } from "../../core/contract/formats.ts";
import type { FieldError } from "../../core/contract/problem.ts";
import { maySet, rulesOf } from "../../core/management/field-rules.ts";
import { wholeOf } from "./amounts.ts";
import { type CampaignValues, campaignOf } from "./campaign-values.ts";
import { checkboxes, selectField, textArea, textField } from "./fields.ts";
import { type Html, html } from "./html.ts";
import { entriesOf } from "./lists.ts";
import type { PageContext } from "./page-context.ts";
import { timeZoneField } from "./range-form.ts";

export { type CampaignValues, valuesOf, valuesSent } from "./campaign-values.ts";

/** The body for the API, without the fields that the role omits. */
export function campaignBody(
  values: CampaignValues,
  { principal }: PageContext,
): Readonly<Record<string, unknown>> {
  const isSet = (field: keyof CampaignValues): boolean => maySet(principal.role, "campaign", field);
  return {
    ...campaignOf(values),
    ...(isSet("advertiser") && { advertiser: values.advertiser }),
    ...(isSet("weight") && { weight: wholeOf(values.weight) }),
  };
}

export function campaignFields(
  values: CampaignValues,
  { principal }: PageContext,
  errors: readonly FieldError[],
  isNew: boolean,
): Html {
  const isSet = (field: keyof CampaignValues): boolean => maySet(principal.role, "campaign", field);
  const hasLeastPrice = rulesOf(principal.role, "campaign")?.["priceMicros"]?.rule === "least_price";
  const text = (
    name: keyof CampaignValues,
    label: string,
    more: Partial<Parameters<typeof textField>[0]> = {},
  ) => textField({ name, label, value: values[name], errors, ...more });
  return html`
${isNew && text("id", "Campaign ID", { required: true, hint: "Letters, digits and _ . : - ; it cannot change." })}
<div class="pair">${text("name", "Name", { required: true })}
${isSet("advertiser") && text("advertiser", "Advertiser", { required: true })}</div>
<fieldset><legend>Money</legend>
<p class="hint">In units of the installation's currency.${!hasLeastPrice && " A CPM of 0 makes a house campaign: the fallback, never billed, without a budget."}</p>
<div class="pair">
${text("priceMicros", "CPM", { required: true, inputMode: "decimal", hint: "The price of a thousand impressions." })}
${text("totalBudgetMicros", "Total budget", { inputMode: "decimal" })}
${text("dailyBudgetMicros", "Daily budget", { inputMode: "decimal" })}
${selectField({
  name: "pacing",
  label: "Pacing",
  value: values.pacing,
  required: true,
  errors,
  choices: [
    ["asap", "As soon as possible"],
    ["even", "Evenly over the day's traffic"],
  ],
})}
</div></fieldset>
<fieldset><legend>Schedule</legend><div class="pair">
${timeZoneField(values.timeZone, errors)}
${text("startsAt", "Starts", { type: "datetime-local" })}
${text("endsAt", "Ends", { type: "datetime-local" })}</div>
${textArea({ name: "hours", label: "Hours of the week", value: values.hours, errors, rows: 2, hint: "One line each, such as Mon-Fri 9-17. Empty: always." })}
</fieldset>
<fieldset><legend>Targeting</legend>
<p class="hint">One match per list is enough. An empty list matches all. Separate entries by commas.</p>
<div class="pair">
${text("topics", "Topics", { hint: "Topic IDs" })}
${text("languages", "Languages", { hint: "en, de-AT" })}
${text("platforms", "Platforms", { hint: "Platform IDs" })}
${text("placements", "Placements")}
${text("frequencyCap.impressions", "Frequency cap: impressions per user", { inputMode: "numeric" })}
${text("frequencyCap.window", "Frequency cap: per window", { hint: "day, or 90m, 12h, 7d" })}
${selectField({
  name: "premium",
  label: "Premium accounts of messengers",
  value: values.premium,
  errors,
  choices: [
    ["", "Everybody"],
    ["only", "Only premium accounts"],
    ["never", "All but premium accounts"],
  ],
})}
${isSet("weight") && text("weight", "Weight", { required: true, inputMode: "numeric", hint: "Share of traffic among campaigns of the same price, 1 to 1000." })}
</div>
${checkboxes({ name: "formats", label: "Formats", values: entriesOf(values.formats) ?? [], errors, choices: adFormats.map((format) => [format, format]) })}
</fieldset>`;
}
