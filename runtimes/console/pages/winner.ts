import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import { cardFrame } from "../card-frame.ts";
import { type Html, html } from "../html.ts";
import type { PageContext } from "../page-context.ts";

/** A campaign that may win. */
export interface Candidate {
  readonly campaignId: string;
  readonly creativeIds: readonly string[];
  readonly topicId?: string | undefined;
  readonly worth: { readonly least: number; readonly expected: number; readonly most: number };
}

/** Names the most likely winner with its card, in words. `candidates`: the highest expected worth first. */
export async function winnerOf(
  [first, ...others]: readonly Candidate[],
  context: PageContext,
): Promise<Html | undefined> {
  if (first === undefined) return undefined;
  const { campaignId, creativeIds, topicId, worth } = first;
  const [campaign, creative] = await Promise.all([
    context.call("read-campaign", campaignSchema, { id: campaignId }),
    context.call("read-creative", creativeSchema, { id: creativeIds[0] ?? "" }),
  ]);
  if ("problem" in campaign) return undefined;
  const { name, advertiser } = campaign.json;
  const rivals = others.filter(({ worth: { most } }) => most > worth.least).length;
  const link = html`<a href="${context.at(`campaigns/${encodeURIComponent(campaignId)}`)}">${name}</a>`;
  return html`<section aria-labelledby="winner"><h2 id="winner">Most likely winner</h2>
<p class="lead"><strong>${link}</strong> by ${advertiser}. ${topicId === undefined ? "It targets no topic of the question." : html`It targets the topic <strong>${topicId}</strong>, which the question matches.`} ${
    others.length === 0
      ? "No other campaign is eligible."
      : `Of ${context.count(others.length + 1)} eligible campaigns it is worth most.`
  } ${rivals > 0 && `${context.count(rivals)} of the others can win too, because the draw is random.`}</p>
${!("problem" in creative) && cardFrame(creative.json)}</section>`;
}
