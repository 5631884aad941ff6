import type {
  Campaign,
  Catalog,
  Creative,
  Scene,
  SceneBlock,
  SceneButton,
} from "../../../core/catalog/entities.ts";
import { type AdFormat, adFormats } from "../../../core/contract/formats.ts";

export const platformId = "pf_browser";
export const priceMicros = 5_001;
export const disclosure = "Ad by Tern & Sons";

/** One campaign for each format on one platform, with a budget for everything. `site` is where pictures and landing pages are. */
export function browserCatalog(site: string, origins: readonly string[]): Catalog {
  const scenes = scenesAt(site);
  return {
    publishers: [{ id: "publisher", name: "Publisher" }],
    platforms: [
      {
        id: platformId,
        publisherId: "publisher",
        name: "Browser tests",
        status: "active",
        allowedOrigins: origins,
        placements: ["sidebar"],
        revenueShareBps: 7_000,
      },
    ],
    campaigns: adFormats.map(campaignOf),
    creatives: adFormats.map((format) => creativeOf(format, scenes[format])),
    topics: [],
  };
}

function campaignOf(format: AdFormat): Campaign {
  return {
    id: `for-${format}`,
    advertiser: "Tern & Sons",
    name: format,
    status: "active",
    priceMicros,
    totalBudgetMicros: 1_000_000_000,
    pacing: "asap",
    timeZone: "UTC",
    weight: 1,
    platforms: [platformId],
  };
}

function creativeOf(format: AdFormat, scenes: readonly Scene[]): Creative {
  return {
    id: `creative-${format}`,
    campaignId: `for-${format}`,
    format,
    language: "en",
    disclosure: { text: disclosure },
    scenes,
  };
}

const title = (text: string): SceneBlock => ({ kind: "text", text, role: "title" });
const body = (text: string): SceneBlock => ({ kind: "text", text, role: "body" });
const buttons = (...all: readonly SceneButton[]): SceneBlock => ({ kind: "buttons", buttons: all });

/** The consent ends after one press, the quiz after two, whose buttons are at one place; each scene at the end has a link. */
function scenesAt(site: string): Readonly<Record<AdFormat, readonly Scene[]>> {
  const landingUrl = `${site}/landing`;
  const picture: SceneBlock = {
    kind: "media",
    media_type: "image",
    url: `${site}/picture/640x360.svg`,
    alt: "A sailing boat in a calm harbour",
    width: 640,
    height: 360,
  };
  const item = (name: string) => ({ url: `${site}/picture/320x320.svg`, alt: name, width: 320, height: 320 });
  const gallery: SceneBlock = {
    kind: "gallery",
    items: [
      { ...item("The pier"), title: "The pier" },
      { ...item("The lighthouse"), title: "The lighthouse" },
      { ...item("The boat"), title: "The boat at low tide" },
    ],
  };
  const link = buttons({ label: "See the islands", style: "primary", landingUrl });
  const only = (...blocks: readonly SceneBlock[]): readonly Scene[] => [{ id: "only", blocks }];
  return {
    text: only(title("Beans roasted this morning"), body("Small batches, posted the same day."), link),
    image: only(picture, { kind: "text", text: "Open from May to October.", role: "note" }, link),
    response: only(body("By the way: the tasting box has four roasts, and you can return it."), link),
    card: only(
      gallery,
      title("Three days on foot"),
      body("Hut to hut, luggage carried, maps included."),
      link,
      {
        kind: "text",
        text: "Prices include the ferry.",
        role: "note",
      },
    ),
    consent: [
      {
        id: "ask",
        blocks: [
          title("May we show you a savings tip?"),
          body("It takes two taps."),
          buttons(
            { label: "Yes, show me", goto: "yes", answer: "agreed" },
            { label: "No, thanks", style: "secondary", goto: "no", answer: "declined" },
            { label: "About us", style: "link", landingUrl },
          ),
        ],
      },
      { id: "yes", blocks: [picture, title("Round up every purchase"), link] },
      { id: "no", blocks: [body("All right. We will not ask again today.")] },
    ],
    quiz: [
      {
        id: "one",
        blocks: [
          title("Which coffee are you?"),
          body("Milk?"),
          buttons(
            { label: "Always", goto: "two", answer: "milk" },
            { label: "Never", style: "secondary", goto: "two", answer: "black" },
            { label: "Let me read", style: "link", goto: "two", answer: "read", landingUrl },
          ),
        ],
      },
      {
        id: "two",
        blocks: [
          title("One more question"),
          body("Mornings are …"),
          buttons(
            { label: "slow", goto: "end", answer: "slow" },
            { label: "short", goto: "end", answer: "short" },
          ),
        ],
      },
      { id: "end", blocks: [title("You are a latte"), body("Soft, patient, good company."), link] },
    ],
  };
}
