export type { Ad, BotAd, BotAdResponse } from "../../core/contract/ad.ts";
export type { AdFields } from "../../core/contract/ad-fields.ts";
export type { Block, Button } from "../../core/contract/blocks.ts";
export type { AdFormat } from "../../core/contract/formats.ts";
export { AdError } from "./ad-error.ts";
export {
  type BotMessage,
  createServerClient,
  type ServerClient,
  type ServerClientOptions,
  type User,
} from "./client.ts";
