import type { Ad, AdBatchResponse, AdResponse, SlotAnswer } from "../contract/ad.ts";
import {
  type AdBatchRequest,
  type AdRequest,
  type AdSlot,
  acceptedFormats,
  defaultPlacement,
  testFormatOf,
} from "../contract/ad-request.ts";
import { questionOf } from "../contract/context.ts";
import { type AdFormat, adFormats } from "../contract/formats.ts";
import type { Problem } from "../contract/problem.ts";
import { countedLanguage } from "../reporting/languages.ts";
import { allowedFormats, exclusionsOf } from "../selection/platform-exclusions.ts";
import type { Choice } from "../selection/ranking.ts";
import { parseDeliveryId } from "../signing/delivery-id.ts";
import type { Holder } from "../signing/holder.ts";
import type { Count } from "../storage/counts.ts";
import type { Delivery } from "../storage/delivery.ts";
import type { TopicMatch } from "../topics/matcher.ts";
import { type ExclusionReason, markOf } from "../traffic/judgement.ts";
import { aboutAd } from "./about-ad.ts";
import { countIssued } from "./count-delivery.ts";
import { issueAd } from "./issue-ad.ts";
import { presentAd } from "./present-ad.ts";
import type { Caller, Requester } from "./requester.ts";
import { textsOf } from "./sensitive-text.ts";
import type { Services } from "./services.ts";
import { issueTestAd } from "./test-ads.ts";
import { type WithheldReason, withheldReason } from "./withheld.ts";

const noAd: AdResponse = { has_ad: false, ad: null };
const rateLimited = { has_ad: false, ad: null, reason: "rate_limited" } as const;
const noTopics: readonly TopicMatch[] = [];

/**
 * A placement that the platform did not register is a 400. Only callers that may use the platform learn this
 * (contract.md §2.1).
 */
export function checkPlacement({ placement }: AdSlot, caller: Caller, path = ""): Problem | undefined {
  if (placement === defaultPlacement || caller.platform.placements.includes(placement)) return undefined;
  const message = "Send a placement that the platform has registered, or leave it out.";
  const errors = [{ path: `${path}placement`, message }];
  return { problem: "invalid_request", detail: `${path}placement: ${message}`, errors };
}

/** The same for the slots of a batch: the first problem refuses all of them. */
export function checkPlacements({ slots }: AdBatchRequest, caller: Caller): Problem | undefined {
  for (const [index, slot] of slots.entries()) {
    const problem = checkPlacement(slot, caller, `slots[${index}].`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** `POST /api/v1/web/ads` (contract.md §4.1): every request is a new issuance, or no ad. */
export async function serveAd(
  request: AdRequest,
  requester: Requester,
  services: Services,
): Promise<AdResponse> {
  const [answer = noAd] = await serveSlots(request, [request], requester, services);
  return answer;
}

/** `POST /api/v1/web/ads/batch` (contract.md §4.10): every slot is a new issuance, or no ad. */
export async function serveAds(
  request: AdBatchRequest,
  requester: Requester,
  services: Services,
): Promise<AdBatchResponse> {
  return { ads: await serveSlots(request, request.slots, requester, services) };
}

type Shared = Omit<AdBatchRequest, "slots">;

/** The slots of one request are judged once, and share the topics of its question. */
async function serveSlots(
  request: Shared,
  slots: readonly (AdSlot & Pick<AdRequest, "test_format">)[],
  requester: Requester,
  services: Services,
): Promise<readonly SlotAnswer[]> {
  const { caller, holder, userKey, network, judgement, granted } = requester;
  const { platform } = caller;
  if (request.test || caller.kind === "test_key") {
    return slots.map((slot, index) =>
      index < granted
        ? { has_ad: true, ad: issueTestAd(testFormatOf(slot), requester, services) }
        : rateLimited,
    );
  }
  const { counter, snapshot } = services;
  const recipient = { platform, apiKeyId: caller.apiKeyId ?? "", userKey, mark: markOf(judgement), network };
  const language = countedLanguage(request.language_code, snapshot.languages);
  const count = (metric: Count["metric"], { placement }: AdSlot, reason: string): void => {
    const { publisherId, id: platformId } = platform;
    const { apiKeyId } = recipient;
    counter.add({ metric, reason, publisherId, platformId, apiKeyId, placement, language, format: "" });
  };
  for (const slot of slots) count("request", slot, "");
  const reason = await reasonForNone(request, requester, services);
  const question = reason === undefined ? questionOf(request.context) : undefined;
  const shared = {
    surface: "web",
    platformId: platform.id,
    language: request.language_code,
    exclusions: exclusionsOf(platform),
    topics: question === undefined ? noTopics : snapshot.topicMatcher.match(question),
    isPremium: false,
    hasIdentity: userKey !== "",
    now: services.clock(),
  } as const;
  const taken = slots.length > 1 ? new Set<string>() : undefined;
  const answers = slots.map(async (slot, ahead): Promise<SlotAnswer> => {
    if (ahead >= granted || reason !== undefined) {
      count("no_ad", slot, ahead < granted ? (reason ?? "") : rateLimited.reason);
      return ahead < granted ? noAd : rateLimited;
    }
    const formats = allowedFormats(acceptedFormats(slot), platform);
    const issued = await issueAd({ ...shared, placement: slot.placement, formats }, recipient, services, {
      batch: taken && { taken, ahead },
    });
    if (issued.issued) {
      countIssued(issued.delivery, issued.choice.version, network, services);
      return { has_ad: true, ad: presentIssued(issued.delivery, issued.choice, holder, services) };
    }
    if (issued.reason === "unproven_holds") count("unlearned_request", slot, "");
    count("no_ad", slot, issued.reason);
    return noAd;
  });
  return Promise.all(answers);
}

/** Why no slot of a request gets an ad, before any campaign is looked at. */
async function reasonForNone(
  { context }: Shared,
  { caller: { platform }, judgement }: Requester,
  { findSensitive, snapshot }: Services,
): Promise<ExclusionReason | WithheldReason | "sensitive_subject" | undefined> {
  if (judgement.kind === "excluded") return judgement.reason;
  const withheld = withheldReason(platform, snapshot.publishers);
  if (withheld !== undefined) return withheld;
  return (await findSensitive(textsOf(context), platform, 1)).length > 0 ? "sensitive_subject" : undefined;
}

function presentIssued(
  delivery: Delivery,
  { version, campaign }: Choice,
  holder: Holder,
  services: Services,
): Ad {
  const deliveryBytes = parseDeliveryId(delivery.id);
  if (deliveryBytes === undefined) throw new Error("The store changed a delivery id.");
  return presentAd(
    {
      deliveryId: delivery.id,
      deliveryBytes,
      issuedAt: delivery.issuedAt,
      creative: version.creative,
      format: webFormat(version.creative.format),
      scene: 0,
      test: false,
      billable: delivery.priceMicros > 0,
      holder,
      about: aboutAd(campaign, delivery.topicId),
    },
    services.configuration,
  );
}

/** The format of a web creative. */
export function webFormat(format: string): AdFormat {
  const known = adFormats.find((item) => item === format);
  if (known === undefined) throw new Error("A web ad was issued in a format that is not one of the web's.");
  return known;
}
