import type { Platform } from "../catalog/entities.ts";
import { publisherCredit } from "../money.ts";
import { deliveredLanguage } from "../reporting/languages.ts";
import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import { isPaced } from "../selection/pacing/plan.ts";
import type { Choice } from "../selection/ranking.ts";
import { select } from "../selection/select.ts";
import type { Snapshot } from "../selection/snapshot.ts";
import { createDeliveryId } from "../signing/delivery-id.ts";
import type { Delivery, IssueOrder } from "../storage/delivery.ts";
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

/**
 * Chooses and issues: the store takes the first of the ranked choices whose limits hold (guarantees: storage.ts).
 * `fits` says whether a choice can be shown at all. A web ad may have to wait until its requester has confirmed a view.
 */
export async function issueAd(
  slot: Slot,
  recipient: AdRecipient,
  services: Services,
  fits?: (choice: Choice) => boolean,
): Promise<Issued> {
  if (slot.surface === "bot") return choose(slot, recipient, undefined, services, fits);
  const hold = services.holds.begin(recipient, services.configuration.trafficRules);
  if (hold === undefined) return { issued: false, reason: "unproven_holds" };
  let isHeld = false;
  try {
    const issued = await choose(slot, recipient, hold.part, services, fits);
    isHeld = issued.issued && issued.delivery.priceMicros > 0;
    return issued;
  } finally {
    hold.end(isHeld);
  }
}

/** After so many refusals there is no ad. Each round leaves out what was refused before. */
const maxRounds = 8;

async function choose(
  slot: Slot,
  recipient: AdRecipient,
  part: number | undefined,
  services: Services,
  fits: ((choice: Choice) => boolean) | undefined,
): Promise<Issued> {
  const { liveIndex, lastImpression } = services;
  const { userKey } = recipient;
  const refusals = new Refusals(slot, userKey, services);
  const lastCreativeId = lastImpression.of(userKey);
  const { trafficRules, keyring } = services.configuration;
  const traffic = {
    mark: recipient.mark,
    network: services.networkOfDay(userKey === "" ? undefined : recipient.network, keyring),
    unprovenShareBps: shareBpsOf(part, trafficRules.unprovenShare),
  };
  for (let round = 0; round < maxRounds; round++) {
    const selection = select(liveIndex, slot, services.draw, {
      refused: refusals.reasons,
      lastCreativeId,
      sampleTies: round === 0 && fits === undefined,
    });
    if (!selection.selected) {
      if (refusals.forget() || (refusals.mayRecheck() && (await refusals.recheck()))) continue;
      return { issued: false, reason: selection.reason };
    }
    const choices = fits === undefined ? selection.choices : selection.choices.filter(fits);
    if (choices.length === 0) {
      refusals.leaveOut(selection.choices);
      continue;
    }
    const issue = choices.some(({ campaign }) => isPaced(campaign)) ? services.issuePaced : services.issue;
    const outcome = await issue(orderOf(choices, slot, recipient, traffic, services));
    if (outcome.outcome === "issued") {
      const { delivery } = outcome;
      const choice = chosen(choices, delivery);
      lastImpression.note(userKey, choice.version.creative.id);
      return { issued: true, delivery, choice };
    }
    refusals.note(choices, outcome.reasons);
  }
  return { issued: false, reason: [...refusals.reasons.values()].at(-1) ?? "no_campaign" };
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
  services: Pick<Services, "clock" | "random"> & { readonly snapshot: Pick<Snapshot, "languages"> },
): IssueOrder {
  const deliveryId = createDeliveryId(services.clock(), services.random, userKey !== "");
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
