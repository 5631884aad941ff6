export type { AboutAd, Ad, AdReason, AdResponse, SlotAnswer } from "../../core/contract/ad.ts";
export type { AdFields, BatchFields, PageContext, SlotFields } from "../../core/contract/ad-fields.ts";
export type { Block, Button } from "../../core/contract/blocks.ts";
export type { ConsentFields } from "../../core/contract/consent-fields.ts";
export type { AdFormat } from "../../core/contract/formats.ts";
export type { ReportReason } from "../../core/contract/report-request.ts";
export type { CardWords } from "./card-words.ts";
export {
  AdError,
  type Client,
  type ClientOptions,
  createClient,
  type SlotAds,
} from "./client.ts";
export type { AdEvents } from "./dispatch-event.ts";
export { type MountedAd, type MountOptions, mountAd } from "./mount-ad.ts";
export { type AdChoice, adKey, type PlaceClient, placeAd } from "./place-ad.ts";
export { type AdClient, configure } from "./registry.ts";
export { fillSlots } from "./slots.ts";
export { trackView } from "./track-view.ts";
export { type IdStorage, keepVisitorId, newVisitorId } from "./visitor-id.ts";
