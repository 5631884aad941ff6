import type { Creative } from "../catalog/entities.ts";
import type { BotAdResponse } from "../contract/ad.ts";
import { defaultPlacement } from "../contract/ad-request.ts";
import type { BotAdRequest } from "../contract/bot-ad-request.ts";
import type { CreativeFormat } from "../contract/formats.ts";
import { countedLanguage } from "../reporting/languages.ts";
import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import { allowedFormats, exclusionsOf } from "../selection/platform-exclusions.ts";
import { sealClickId } from "../signing/click-id.ts";
import { createDeliveryId, parseDeliveryId } from "../signing/delivery-id.ts";
import { type ExclusionReason, markOf } from "../traffic/judgement.ts";
import { shownText, visibleCharacters } from "./bot-markup.ts";
import { appendAd, fitsMessage, presentBotAd } from "./bot-message.ts";
import { countIssued } from "./count-delivery.ts";
import { issueAd } from "./issue-ad.ts";
import { clickUrl } from "./present-ad.ts";
import type { Requester } from "./requester.ts";
import { messageText } from "./sensitive-text.ts";
import type { Services } from "./services.ts";
import { testCreative } from "./test-creatives.ts";
import { type WithheldReason, withheldReason } from "./withheld.ts";

const botFormat: ReadonlySet<CreativeFormat> = new Set(["bot"]);

/** `POST /api/v1/ad` (contract.md §4.4): the message with a sponsored link below it, or unchanged. */
export async function serveBotAd(
  request: BotAdRequest,
  { caller, userKey, judgement }: Requester,
  services: Services,
): Promise<BotAdResponse> {
  const { platform } = caller;
  const room = visibleCharacters(request.message);
  if (caller.kind === "test_key") {
    const creative = testCreative("bot", services.configuration.baseUrl);
    if (room === undefined || !fitsMessage(room, creative)) return noAd(request);
    const deliveryId = createDeliveryId(services.clock(), services.random);
    return withAd(request, creative, deliveryId, true, services);
  }
  const recipient = {
    platform,
    apiKeyId: caller.apiKeyId ?? "",
    userKey,
    mark: markOf(judgement),
    network: undefined,
  };
  const dimensions = {
    publisherId: platform.publisherId,
    platformId: platform.id,
    apiKeyId: recipient.apiKeyId,
    placement: defaultPlacement,
    language: countedLanguage(request.language_code, services.snapshot.languages),
    format: "bot",
  };
  const countNoAd = (
    reason: NoAdReason | ExclusionReason | WithheldReason | "sensitive_subject",
  ): BotAdResponse => {
    services.counter.add({ metric: "no_ad", reason, ...dimensions });
    return noAd(request);
  };
  services.counter.add({ metric: "request", reason: "", ...dimensions });
  if (judgement.kind === "excluded") return countNoAd(judgement.reason);
  const withheld = withheldReason(platform, services.snapshot.publishers);
  if (withheld !== undefined) return countNoAd(withheld);
  const finding = services.findSensitive(messageText(shownText(request.message)), platform, 1);
  const sensitive = finding instanceof Promise ? await finding : finding;
  if (sensitive.length > 0) return countNoAd("sensitive_subject");
  if (room === undefined) return countNoAd("message");
  const slot: Slot = {
    surface: "bot",
    platformId: platform.id,
    placement: defaultPlacement,
    language: request.language_code,
    exclusions: exclusionsOf(platform),
    formats: allowedFormats(botFormat, platform),
    topics: [],
    isPremium: request.is_premium,
    hasIdentity: userKey !== "",
    now: services.clock(),
  };
  const issued = await issueAd(slot, recipient, services, {
    fits: ({ version }) => fitsMessage(room, version.creative),
  });
  if (!issued.issued) return countNoAd(issued.reason);
  countIssued(issued.delivery, issued.choice.version, undefined, services);
  return withAd(request, issued.choice.version.creative, issued.delivery.id, false, services);
}

function noAd(request: BotAdRequest): BotAdResponse {
  return { message: request.message, has_ad: false, impression_id: null, ad: null };
}

function withAd(
  request: BotAdRequest,
  creative: Creative,
  deliveryId: string,
  test: boolean,
  services: Services,
): BotAdResponse {
  const { keyring, baseUrl, disclosureUrl } = services.configuration;
  const deliveryBytes = parseDeliveryId(deliveryId);
  if (creative.bot === undefined || deliveryBytes === undefined) {
    throw new Error("A bot ad was issued with a creative that is not a bot's.");
  }
  const impressionId = sealClickId(keyring, deliveryBytes, { test, scene: 0, button: 0 });
  const ad = presentBotAd(creative.bot, clickUrl(baseUrl, impressionId));
  return {
    message: appendAd(
      request.message,
      ad,
      creative.disclosure.text,
      creative.disclosure.url ?? disclosureUrl,
    ),
    has_ad: true,
    impression_id: impressionId,
    ad,
  };
}
