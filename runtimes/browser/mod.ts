export type { Ad } from "../../core/contract/ad.ts";
export type { AdFields, PageContext } from "../../core/contract/ad-fields.ts";
export type { Block, Button } from "../../core/contract/blocks.ts";
export type { AdFormat } from "../../core/contract/formats.ts";
export {
  AdError,
  type Client,
  type ClientOptions,
  createClient,
} from "./client.ts";
export type { AdEvents } from "./dispatch-event.ts";
export { type CardWords, type MountedAd, type MountOptions, mountAd } from "./mount-ad.ts";
export { type AdClient, configure } from "./registry.ts";
export { fillSlots } from "./slots.ts";
export { trackView } from "./track-view.ts";
export { type IdStorage, keepVisitorId, newVisitorId } from "./visitor-id.ts";
