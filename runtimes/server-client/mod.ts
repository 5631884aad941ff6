export type { AboutAd, Ad, AdReason, BotAd, BotAdResponse } from "../../core/contract/ad.ts";
export type { AdFields, BatchFields, SlotFields } from "../../core/contract/ad-fields.ts";
export type { Block, Button } from "../../core/contract/blocks.ts";
export type { ConsentFields } from "../../core/contract/consent-fields.ts";
export type { AdFormat } from "../../core/contract/formats.ts";
export type { ReportReason } from "../../core/contract/report-request.ts";
export { AdError } from "./ad-error.ts";
export {
  type BotMessage,
  createServerClient,
  type ServerClient,
  type ServerClientOptions,
  type User,
} from "./client.ts";
export { relay } from "./relay.ts";
