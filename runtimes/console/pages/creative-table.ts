import { creativeSchema } from "../../../core/catalog/creative-schema.ts";
import type { Creative } from "../../../core/catalog/entities.ts";
import { objectLink, table } from "../components.ts";
import { type Html, html } from "../html.ts";
import { type Listed, listAll } from "../lists.ts";
import type { PageContext } from "../page-context.ts";
import { reviewBadge } from "../review-note.ts";

/** The creatives of one campaign. */
export function creativesOf(context: PageContext, campaignId: string): Promise<Listed<Creative>> {
  return listAll(context, "list-creatives", creativeSchema, { campaign: campaignId });
}

export function creativeTable(creatives: readonly Creative[], context: PageContext): Html {
  return table(
    "Creatives",
    ["ID", "Format", "Language", "Campaign", "Begins with"],
    creatives.map((one) => [
      html`${objectLink(context, "creatives", one.id)} ${reviewBadge(one)}`,
      one.format,
      one.language,
      objectLink(context, "campaigns", one.campaignId),
      beginningOf(one),
    ]),
    "No creatives yet. A creative is the visible ad.",
  );
}

function beginningOf({ scenes, bot }: Creative): string {
  const text = scenes?.[0]?.blocks.find((block) => block.kind === "text");
  return bot?.text ?? (text?.kind === "text" ? text.text : "") ?? "";
}
