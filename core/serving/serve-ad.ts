import type { Ad, AdResponse } from "../contract/ad.ts";
import { type AdRequest, acceptedFormats, defaultPlacement, testFormatOf } from "../contract/ad-request.ts";
import { questionOf } from "../contract/context.ts";
import { type AdFormat, adFormats } from "../contract/formats.ts";
import type { Problem } from "../contract/problem.ts";
import { countedLanguage } from "../reporting/languages.ts";
import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import type { Choice } from "../selection/ranking.ts";
import { parseDeliveryId } from "../signing/delivery-id.ts";
import type { Holder } from "../signing/holder.ts";
import type { Delivery } from "../storage/delivery.ts";
import type { TopicMatch } from "../topics/matcher.ts";
import { type ExclusionReason, markOf } from "../traffic/judgement.ts";
import { aboutAd } from "./about-ad.ts";
import { countIssued } from "./count-delivery.ts";
import { issueAd } from "./issue-ad.ts";
import { presentAd } from "./present-ad.ts";
import type { Caller, Requester } from "./requester.ts";
import type { Services } from "./services.ts";
import { issueTestAd } from "./test-ads.ts";
import { type WithheldReason, withheldReason } from "./withheld.ts";

const noAd: AdResponse = { has_ad: false, ad: null };
const noTopics: readonly TopicMatch[] = [];

/**
 * A placement that the platform did not register is a 400. Only callers that may use the platform learn this
 * (contract.md §2.1).
 */
export function checkPlacement(request: AdRequest, caller: Caller): Problem | undefined {
  const { placement } = request;
  if (placement === defaultPlacement || caller.platform.placements.includes(placement)) return undefined;
  const errors = [
    { path: "placement", message: "Send a placement that the platform has registered, or leave it out." },
  ];
  return { problem: "invalid_request", detail: `placement: ${errors[0]?.message}`, errors };
}

/** `POST /api/v1/web/ads` (contract.md §4.1): every request is a new issuance, or no ad. */
export async function serveAd(
  request: AdRequest,
  { caller, holder, userKey, network, judgement }: Requester,
  services: Services,
): Promise<AdResponse> {
  const { platform } = caller;
  if (request.test || caller.kind === "test_key") {
    return { has_ad: true, ad: issueTestAd(testFormatOf(request), holder, services) };
  }
  const recipient = { platform, apiKeyId: caller.apiKeyId ?? "", userKey, mark: markOf(judgement), network };
  const dimensions = {
    publisherId: platform.publisherId,
    platformId: platform.id,
    apiKeyId: recipient.apiKeyId,
    placement: request.placement,
    language: countedLanguage(request.language_code, services.snapshot.languages),
  };
  const countNoAd = (reason: NoAdReason | ExclusionReason | WithheldReason): AdResponse => {
    services.counter.add({ metric: "no_ad", reason, format: "", ...dimensions });
    return noAd;
  };
  services.counter.add({ metric: "request", reason: "", format: "", ...dimensions });
  if (judgement.kind === "excluded") return countNoAd(judgement.reason);
  const withheld = withheldReason(platform, services.snapshot.publishers);
  if (withheld !== undefined) return countNoAd(withheld);
  const question = questionOf(request.context);
  const slot: Slot = {
    surface: "web",
    platformId: platform.id,
    placement: request.placement,
    language: request.language_code,
    formats: acceptedFormats(request),
    topics: question === undefined ? noTopics : services.snapshot.topicMatcher.match(question),
    isPremium: false,
    hasIdentity: userKey !== "",
    now: services.clock(),
  };
  const issued = await issueAd(slot, recipient, services);
  if (!issued.issued) {
    if (issued.reason === "unproven_holds") {
      services.counter.add({ metric: "unlearned_request", reason: "", format: "", ...dimensions });
    }
    return countNoAd(issued.reason);
  }
  countIssued(issued.delivery, issued.choice.version, network, services);
  return { has_ad: true, ad: presentIssued(issued.delivery, issued.choice, holder, services) };
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
