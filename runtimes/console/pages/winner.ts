import { campaignSchema } from "../../../core/catalog/campaign-schema.ts";
import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import { cardFrame } from "../card-frame.ts";
import { objectLink } from "../components.ts";
import { type Html, html } from "../html.ts";
import { readNames } from "../names.ts";
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
  const names = await readNames([["topic", topicId ?? ""]], context);
  const isEqual = (other: Candidate): boolean => other.worth.expected === worth.expected;
  const equals = others.filter(isEqual).length;
  const rivals = others.filter((other) => !isEqual(other) && other.worth.most > worth.least).length;
  return html`<section aria-labelledby="winner"><h2 id="winner">${equals === 0 ? "Most likely winner" : "One of the most likely winners"}</h2>
<p class="lead"><strong>${objectLink(context, "campaigns", campaignId, name)}</strong> by ${advertiser}. ${topicId === undefined ? "It targets no topic of the question." : html`It targets the topic <strong>${names.of("topic", topicId)}</strong>, which the question matches.`} ${rankOf({ all: others.length + 1, equals, rivals }, context)}</p>
${!("problem" in creative) && cardFrame(creative.json)}</section>`;
}

/** The rank of the campaign among all eligible ones. `equals`: of the same worth. `rivals`: of less worth, and can win too. */
function rankOf(
  { all, equals, rivals }: Readonly<Record<"all" | "equals" | "rivals", number>>,
  { count }: PageContext,
): string {
  if (all === 1) return "No other campaign is eligible.";
  const of = `Of ${count(all)} eligible campaigns it`;
  if (equals > 0) {
    const shared = equals === 1 ? "1 other" : `${count(equals)} others`;
    const more = rivals === 0 ? "" : ` ${count(rivals)} of less worth can win too.`;
    return `${of} shares the highest worth with ${shared}, and the draw is random.${more}`;
  }
  const more = rivals === 0 ? "" : ` ${count(rivals)} of the others can win too, because the draw is random.`;
  return `${of} is worth most.${more}`;
}
