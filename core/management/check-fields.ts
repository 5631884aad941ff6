import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Campaign } from "../catalog/entities.ts";
import { isRecord } from "../catalog/record.ts";
import type { FieldError } from "../contract/problem.ts";
import type { Micros } from "../money.ts";
import { createMoneyFormat } from "../money-format.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import { type Entities, fixedFields } from "./access.ts";
import type { CatalogView } from "./catalog-view.ts";
import { type FieldRule, rulesOf } from "./field-rules.ts";
import type { Principal } from "./principal.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";
import type { RouteContext } from "./route.ts";

/** An object that a role wants to create, or a replacement for the stored one. */
export interface WantedEntity {
  readonly kind: EntityKind;
  /** The stored object. Absent for a new one. */
  readonly stored: Entities[EntityKind] | undefined;
  /** The object as sent, plus the fields that the role omits. Not parsed yet. */
  readonly entity: Readonly<Record<string, unknown>>;
}

type CheckContext = Pick<RouteContext, "principal" | "leastPriceMicros" | "currency">;

/** Returns an error for the first field whose value this role may not set, by the table of {@link rulesOf}. */
export function checkFields(
  { kind, stored, entity }: WantedEntity,
  { principal, leastPriceMicros, currency }: CheckContext,
  view: CatalogView,
): FieldError | undefined {
  const initial = new Map(Object.entries(fixedFields(principal, kind)));
  const before = new Map(Object.entries(stored ?? {}));
  const check = (field: string, rule: FieldRule): string | undefined => {
    const sent = new Map(Object.entries(entity)).get(field);
    switch (rule.rule) {
      case "set":
        return undefined;
      case "own":
      case "operator":
        return isSame(sent, (stored === undefined ? initial : before).get(field))
          ? undefined
          : "Only the operator sets this field: omit it.";
      case "own_campaign":
        return checkOwnCampaign(sent, { principal, leastPriceMicros, currency }, view);
      case "names_advertiser":
        return checkNamesAdvertiser(sent, principal);
      case "least_price":
        return checkLeastPrice(sent, leastPriceMicros);
      case "one_of":
        return rule.values.some((value) => value === sent)
          ? undefined
          : `Use one of ${rule.values.join(", ")}.`;
      default:
        return rule satisfies never;
    }
  };
  for (const [path, rule] of Object.entries(rulesOf(principal.role, kind) ?? {})) {
    const message = check(path, rule);
    if (message !== undefined) {
      return { path: rule.rule === "names_advertiser" ? `${path}.text` : path, message };
    }
  }
  return undefined;
}

function isSame(sent: unknown, stored: unknown): boolean {
  return canonicalJson(sent ?? null) === canonicalJson(stored ?? null);
}

/** The schema refuses values without a text. */
function checkNamesAdvertiser(sent: unknown, principal: Principal): string | undefined {
  const words = isRecord(sent) ? sent["text"] : undefined;
  if (principal.role !== "advertiser" || typeof words !== "string") return undefined;
  return words.includes(principal.advertiser)
    ? undefined
    : `Name the advertiser as the operator does: ${principal.advertiser}.`;
}

/** Checks a price for a role with a least price. The schema refuses values that are not numbers. */
export function checkLeastPrice(priceMicros: unknown, leastPriceMicros: Micros): string | undefined {
  return typeof priceMicros !== "number" || priceMicros >= leastPriceMicros
    ? undefined
    : `Must be at least ${leastPriceMicros}: only the operator sets a lower price.`;
}

/** A role with a least price may not resume or copy a cheaper campaign: only the operator allows such prices. */
export function checkCampaignPrice(
  { priceMicros }: Campaign,
  { principal, leastPriceMicros }: CheckContext,
): ManagementProblem | undefined {
  if (rulesOf(principal.role, "campaign")?.["priceMicros"]?.rule !== "least_price") return undefined;
  const message = checkLeastPrice(priceMicros, leastPriceMicros);
  return message === undefined ? undefined : invalidField("priceMicros", message);
}

/** A creative may not join a campaign below the least price: only the operator allows such prices. */
function checkOwnCampaign(
  campaignId: unknown,
  { principal, leastPriceMicros, currency }: CheckContext,
  { campaigns }: CatalogView,
): string | undefined {
  const campaign = typeof campaignId === "string" ? campaigns.get(campaignId) : undefined;
  const isOwn = principal.role === "advertiser" && campaign?.advertiser === principal.advertiser;
  if (campaign === undefined || !isOwn) return "Send the id of one of your campaigns.";
  return campaign.priceMicros >= leastPriceMicros
    ? undefined
    : `Raise the price of this campaign first, to at least ${leastPriceMicros} micros: ${createMoneyFormat(currency).price(leastPriceMicros)}. Or ask the operator.`;
}
