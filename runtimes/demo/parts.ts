import type {
  BotCopy,
  Campaign,
  Creative,
  Disclosure,
  Scene,
  SceneBlock,
  SceneButton,
  SceneButtonsBlock,
} from "../../core/catalog/entities.ts";
import type { MediaBlock, TextBlock } from "../../core/contract/blocks.ts";
import type { AdFormat } from "../../core/contract/formats.ts";
import { type DemoPicture, demoPictureSize, demoPictureUrl } from "./assets.ts";

/** A campaign of the demo together with its one creative. */
export interface DemoAd {
  readonly campaign: Campaign;
  readonly creative: Creative;
}

export interface DemoBrand {
  readonly name: string;
  readonly site: string;
}

/** Everybody's second choice, and what a matching topic pays: 2 and 6 units for a thousand views. */
const openPriceMicros = 2_000;
const topicPriceMicros = 6_000;
/** 50,000 open or 16,666 topic views. */
const budgetMicros = 100_000_000;

export interface DemoAdOptions {
  readonly language?: string;
  readonly topics?: readonly string[];
  readonly house?: boolean;
}

export function webAd(
  id: string,
  brand: DemoBrand,
  format: AdFormat,
  scenes: readonly Scene[],
  options: DemoAdOptions = {},
): DemoAd {
  return {
    campaign: campaignOf(id, brand, options),
    creative: { ...creativeBase(id, brand, options), format, scenes },
  };
}

export function botAd(id: string, brand: DemoBrand, bot: BotCopy, options: DemoAdOptions = {}): DemoAd {
  return {
    campaign: campaignOf(id, brand, options),
    creative: { ...creativeBase(id, brand, options), format: "bot", bot },
  };
}

function campaignOf(
  id: string,
  brand: DemoBrand,
  { language = "en", topics, house = false }: DemoAdOptions,
): Campaign {
  const price = topics === undefined ? openPriceMicros : topicPriceMicros;
  return {
    id,
    advertiser: brand.name,
    name: `${brand.name}: ${id}`,
    status: "active",
    priceMicros: house ? 0 : price,
    ...(house ? {} : { totalBudgetMicros: budgetMicros }),
    pacing: "asap",
    timeZone: "UTC",
    languages: [language],
    ...(topics === undefined ? {} : { topics }),
    weight: 1,
  };
}

function creativeBase(id: string, brand: DemoBrand, { language = "en" }: DemoAdOptions) {
  const text = language === "de" ? `Anzeige von ${brand.name}` : `Ad by ${brand.name}`;
  const disclosure: Disclosure = { text, url: `${brand.site}about-this-ad` };
  return { id: `${id}-1`, campaignId: id, language, disclosure };
}

export function title(text: string): TextBlock {
  return { kind: "text", text, role: "title" };
}

export function body(text: string): TextBlock {
  return { kind: "text", text, role: "body" };
}

export function picture(baseUrl: string, name: DemoPicture, alt: string): MediaBlock {
  return { kind: "media", media_type: "image", url: demoPictureUrl(baseUrl, name), alt, ...demoPictureSize };
}

export function link(label: string, landingUrl: string): SceneButtonsBlock {
  return { kind: "buttons", buttons: [{ label, style: "primary", landingUrl }] };
}

/** Buttons that lead to other scenes; each answer is the name of what was chosen. */
export function choices(
  ...options: readonly (readonly [label: string, goto: string, answer: string])[]
): SceneButtonsBlock {
  return {
    kind: "buttons",
    buttons: options.map(([label, goto, answer]): SceneButton => ({ label, goto, answer })),
  };
}

export function scene(id: string, ...blocks: readonly SceneBlock[]): Scene {
  return { id, blocks };
}
