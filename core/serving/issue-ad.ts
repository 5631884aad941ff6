import type { Platform } from "../catalog/entities.ts";
import { publisherCredit } from "../money.ts";
import { deliveredLanguage } from "../reporting/languages.ts";
import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import { isPaced } from "../selection/pacing/plan.ts";
import { type Choice, choicesPerOrder } from "../selection/ranking.ts";
import { type Selection, type SelectOptions, select } from "../selection/select.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import { createDeliveryId } from "../signing/delivery-id.ts";
import type { Delivery, IssueOrder } from "../storage/delivery.ts";
import type { Places } from "../storage/places.ts";
import { shareBpsOf } from "../traffic/unproven-holds.ts";
import { Refusals } from "./refusals.ts";
import type { Services } from "./services.ts";

export type Issued =
  | { readonly issued: true; readonly delivery: Delivery; readonly choice: Choice }
  | { readonly issued: false; readonly reason: NoAdReason };

/** The platform, caller and user that an ad is issued for. */
export interface AdRecipient {
  readonly platform: Platform;
  /** Empty for a browser. */
  readonly apiKeyId: string;
  /** Empty for a request without an identity. */
  readonly userKey: string;
  /** The traffic rule that marks what it is issued; empty for none. */
  readonly mark: string;
  /** Keyed hash of the client's network; `undefined`: unknown. */
  readonly network: string | undefined;
}

/** How an ad is chosen. */
export interface IssueOptions {
  /** Whether a choice can be shown at all. Default: any. */
  readonly fits?: ((choice: Choice) => boolean) | undefined;
  /** The batch that the slot is a part of. Default: none. */
  readonly batch?: SlotBatch | undefined;
}

/** The other slots of a batch. */
export interface SlotBatch {
  /** The campaigns that were offered for one of the slots. */
  readonly taken: Set<string>;
  /** How many slots come before this one. */
  readonly ahead: number;
}

/**
 * Chooses and issues: the store takes the first of the ranked choices whose limits hold (guarantees: storage.ts).
 * A web ad may have to wait until its requester has confirmed a view.
 */
export async function issueAd(
  slot: Slot,
  recipient: AdRecipient,
  services: Services,
  options: IssueOptions = {},
): Promise<Issued> {
  if (slot.surface === "bot") return choose(slot, recipient, undefined, services, options);
  const who = { ...recipient, ahead: options.batch?.ahead };
  const hold = services.holds.begin(who, services.configuration.trafficRules);
  if (hold === undefined) return { issued: false, reason: "unproven_holds" };
  let isHeld = false;
  try {
    const issued = await choose(slot, recipient, hold.part, services, options);
    isHeld = issued.issued && issued.delivery.priceMicros > 0;
    return issued;
  } finally {
    hold.end(isHeld);
  }
}

/** After this many rounds of refusals there is no ad. Each round leaves out campaigns that were refused before. */
const maxRounds = 8;

async function choose(
  slot: Slot,
  recipient: AdRecipient,
  part: number | undefined,
  services: Services,
  { fits, batch }: IssueOptions,
): Promise<Issued> {
  const { recentCreatives } = services;
  const { userKey } = recipient;
  const refusals = new Refusals(slot, userKey, services);
  const { trafficRules, keyring } = services.configuration;
  const traffic = {
    mark: recipient.mark,
    network: services.networkOfDay(userKey === "" ? undefined : recipient.network, keyring),
    unprovenShareBps: shareBpsOf(part, trafficRules.unprovenShare),
  };
  const rounds = batch === undefined ? maxRounds : maxRounds * choicesPerOrder;
  for (let round = 0; round < rounds; round++) {
    const selection = selectBeside(batch?.taken, slot, services, {
      refused: refusals.reasons,
      recentCreativeIds: recentCreatives.of(userKey),
      sampleTies: round === 0 && fits === undefined,
    });
    if (!selection.selected) {
      if (refusals.forget() || (refusals.mayRecheck() && (await refusals.recheck()))) continue;
      return { issued: false, reason: selection.reason };
    }
    const fitting = fits === undefined ? selection.choices : selection.choices.filter(fits);
    const choices = ofOnePlace(fitting, services.places);
    if (choices.length === 0) {
      refusals.leaveOut(selection.choices);
      continue;
    }
    batch?.taken.add(selection.choices[0].campaign.id);
    const issue = choices.some(({ campaign }) => isPaced(campaign)) ? services.issuePaced : services.issue;
    const outcome = await issue(orderOf(choices, slot, recipient, traffic, services));
    if (outcome.outcome === "issued") {
      const { delivery } = outcome;
      const choice = chosen(choices, delivery);
      noteShown(choice, userKey, slot, services);
      return { issued: true, delivery, choice };
    }
    refusals.note(choices, outcome.reasons);
  }
  return { issued: false, reason: [...refusals.reasons.values()].at(-1) ?? "no_campaign" };
}

/** The choices of the database of the best one: an order goes to one database. */
function ofOnePlace(choices: readonly Choice[], places: Places | undefined): readonly Choice[] {
  const [best] = choices;
  if (places === undefined || best === undefined) return choices;
  const place = places.of(best.campaign.id);
  return choices.filter(({ campaign }) => places.of(campaign.id) === place);
}

/**
 * Leaves out the campaigns of the other slots of a batch, as long as others pay. Of a batch one campaign is offered at a time, so
 * that the store cannot issue it for another slot meanwhile.
 */
function selectBeside(
  taken: ReadonlySet<string> | undefined,
  slot: Slot,
  { liveIndex, draw }: Pick<Services, "liveIndex" | "draw">,
  options: SelectOptions & Pick<Required<SelectOptions>, "refused">,
): Selection {
  if (taken === undefined) return select(liveIndex, slot, draw, options);
  const refused = new Map(options.refused);
  for (const id of taken) if (!refused.has(id)) refused.set(id, "no_campaign");
  const other = select(liveIndex, slot, draw, { ...options, refused });
  const pays = other.selected && other.choices[0].campaign.priceMicros > 0;
  const repeated = pays || taken.size === 0 ? other : select(liveIndex, slot, draw, options);
  const best =
    repeated.selected && (!other.selected || repeated.choices[0].campaign.priceMicros > 0) ? repeated : other;
  return best.selected ? { selected: true, choices: [best.choices[0]] } : repeated;
}

function noteShown({ campaign, version }: Choice, userKey: string, slot: Slot, services: Services): void {
  services.recentCreatives.note(userKey, version.creative.id);
  // The store would refuse its next offer.
  if (campaign.frequencyCap?.impressions === 1) services.recentCapRefusals.note(userKey, campaign, slot.now);
}

function chosen(choices: readonly Choice[], { campaignId }: Delivery): Choice {
  const choice = choices.find(({ campaign }) => campaign.id === campaignId);
  if (choice === undefined) throw new Error("The store issued a campaign that was not among the choices.");
  return choice;
}

/** The order to the store. */
export function orderOf(
  choices: readonly Choice[],
  slot: Slot,
  { platform, apiKeyId, userKey }: Pick<AdRecipient, "platform" | "apiKeyId" | "userKey">,
  traffic: Pick<IssueOrder, "mark" | "network" | "unprovenShareBps">,
  services: Pick<Services, "clock" | "random"> &
    Partial<Pick<Services, "places">> & { readonly snapshot: Pick<Snapshot, "languages"> },
): IssueOrder {
  const [best] = choices;
  const place = best && services.places?.of(best.campaign.id);
  const deliveryId = createDeliveryId(services.clock(), services.random, userKey !== "", place);
  return {
    deliveryId,
    surface: slot.surface,
    publisherId: platform.publisherId,
    platformId: slot.platformId,
    placement: slot.placement,
    apiKeyId,
    userKey: userKey === "" ? deliveryId : userKey,
    language: deliveredLanguage(slot.language, services.snapshot.languages),
    ...traffic,
    choices: choices.map(({ campaign, version, topicId }) => ({
      campaignId: campaign.id,
      advertiser: campaign.advertiser,
      creativeVersionId: version.versionId,
      format: version.creative.format,
      topicId,
      priceMicros: campaign.priceMicros,
      publisherMicros: publisherCredit(campaign.priceMicros, platform.revenueShareBps),
    })),
  };
}
