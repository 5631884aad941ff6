export type { Ad, BotAd, BotAdResponse } from "../../core/contract/ad.ts";
export type { Block, Button } from "../../core/contract/blocks.ts";
export type { AdFormat } from "../../core/contract/formats.ts";
export { AdError } from "./ad-error.ts";
export {
  type AdFields,
  type BotMessage,
  createServerClient,
  type ServerClient,
  type ServerClientOptions,
  type User,
} from "./client.ts";
