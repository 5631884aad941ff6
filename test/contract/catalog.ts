import type {
  Campaign,
  Catalog,
  Creative,
  Platform,
  Scene,
  SceneBlock,
} from "../../core/catalog/entities.ts";
import type { AdFormat } from "../../core/contract/formats.ts";

export const site = "https://site.example";
export const priceMicros = 5_001;
/** 70 % of the price, rounded down. */
export const publisherMicros = 3_500;

/** Platforms by what a test needs them for. Every campaign names the platforms it is shown on. */
export const platformIds = {
  /** One campaign per format, and one for the bot. */
  main: "pf_main",
  /** Same publisher and sites as main, with the same campaigns. */
  sibling: "pf_sibling",
  disabled: "pf_disabled",
  /** Of another publisher, with another site. */
  foreign: "pf_foreign",
  /** Same campaigns as main, but the operator has not approved it. */
  waiting: "pf_waiting",
  /** Same campaigns as main, but its publisher is suspended. */
  suspended: "pf_suspended",
  /** Nothing is ever shown here. */
  empty: "pf_empty",
  /** A text campaign with a topic, which pays more, and one without. */
  topics: "pf_topics",
  /** A text and a bot campaign with a topic, nothing else. */
  onlyTopics: "pf_only_topics",
  languages: "pf_languages",
  /** A campaign for the placement `sidebar` only. */
  placements: "pf_placements",
  /** A house campaign: price 0. */
  house: "pf_house",
  /** A bot campaign for premium users only. */
  premium: "pf_premium",
  /** A bot campaign whose creative has no disclosure page. */
  plainBot: "pf_plain_bot",
} as const;

/** The text of every bot ad: nothing in it may become markup. */
export const botText = `Fish & "chips" <b>today</b> <script>alert('x')</script>`;
export const botButton = `Order <now> & "save"`;
export const botDisclosure = `Ad by "Fish & Co" <i>`;
export const botDisclosurePage = 'https://fish.example/about?a=1&b="2"';
export const botLanding = "https://fish.example/order?from=bot&x=1";
export const landing = "https://shop.example/landing?x=1&y=2";
export const lastLanding = "https://shop.example/last";
export const disclosure = "Ad by Contract & Sons";

const text = (words: string): SceneBlock => ({ kind: "text", text: words, role: "body" });
const picture: SceneBlock = {
  kind: "media",
  media_type: "image",
  url: "https://cdn.example/a.png",
  alt: "A picture",
  width: 640,
  height: 360,
};
const gallery: SceneBlock = {
  kind: "gallery",
  items: [
    { url: "https://cdn.example/1.png", alt: "One", width: 10, height: 20 },
    { url: "https://cdn.example/2.png", alt: "Two", width: 10, height: 20, title: "Second" },
  ],
};
const link: SceneBlock = {
  kind: "buttons",
  buttons: [{ label: "Go", style: "primary", landingUrl: landing }],
};

const only = (...blocks: readonly SceneBlock[]): readonly Scene[] => [{ id: "only", blocks }];

/** The scenes of each format's campaign. The consent ends after one action, the quiz after two. */
export const scenesByFormat: Readonly<Record<AdFormat, readonly Scene[]>> = {
  text: only({ kind: "text", text: "Words <b>& more</b>", role: "title" }, text("Body"), link),
  image: only(picture, { kind: "text", text: "A caption", role: "note" }, link),
  response: only(text("By the way"), link),
  card: only(gallery, { kind: "text", text: "By a sponsor", role: "sponsor" }, text("A card"), link),
  consent: [
    {
      id: "ask",
      blocks: [
        text("May we?"),
        {
          kind: "buttons",
          buttons: [
            { label: "Yes", style: "primary", goto: "yes", answer: "agreed" },
            { label: "No", style: "secondary", goto: "no", answer: "declined" },
            { label: "More", style: "link", landingUrl: landing },
          ],
        },
      ],
    },
    { id: "yes", blocks: [text("An offer"), link] },
    { id: "no", blocks: [text("Understood")] },
  ],
  quiz: [
    {
      id: "one",
      blocks: [
        text("First?"),
        { kind: "buttons", buttons: [{ label: "A", goto: "two", answer: "a" }] },
        text("or"),
        { kind: "buttons", buttons: [{ label: "B", goto: "two", answer: "b", landingUrl: landing }] },
      ],
    },
    {
      id: "two",
      blocks: [text("Second?"), { kind: "buttons", buttons: [{ label: "C", goto: "end", answer: "c" }] }],
    },
    {
      id: "end",
      blocks: [text("Done"), { kind: "buttons", buttons: [{ label: "Go", landingUrl: lastLanding }] }],
    },
  ],
};

const { main, sibling, foreign, waiting, suspended } = platformIds;
const special: readonly string[] = [platformIds.disabled, foreign, waiting, suspended];

function platform(id: string, fields: Partial<Platform> = {}): Platform {
  return {
    id,
    publisherId: "publisher-1",
    name: id,
    status: "active",
    allowedOrigins: [site, "https://*.apps.example", "http://localhost:3000"],
    placements: ["sidebar"],
    revenueShareBps: 7_000,
    ...fields,
  };
}

export function campaign(id: string, platforms: readonly string[], fields: Partial<Campaign> = {}): Campaign {
  return {
    id,
    advertiser: "Contract & Sons",
    name: id,
    status: "active",
    priceMicros,
    totalBudgetMicros: 1_000_000_000,
    pacing: "asap",
    timeZone: "UTC",
    weight: 1,
    platforms,
    ...fields,
  };
}

export function webCreative(campaignId: string, format: AdFormat, language = "en"): Creative {
  const id = `${campaignId}-${language}`;
  return {
    id,
    campaignId,
    format,
    language,
    disclosure: { text: disclosure },
    scenes: scenesByFormat[format],
  };
}

function botCreative(campaignId: string, page: string | undefined): Creative {
  return {
    id: `${campaignId}-en`,
    campaignId,
    format: "bot",
    language: "en",
    disclosure: { text: botDisclosure, ...(page !== undefined && { url: page }) },
    bot: { text: botText, buttonText: botButton, landingUrl: botLanding },
  };
}

const formats: readonly AdFormat[] = ["text", "image", "response", "card", "consent", "quiz"];

export const contractCatalog: Catalog = {
  publishers: [
    { id: "publisher-1", name: "First publisher" },
    { id: "publisher-2", name: "Other publisher" },
    { id: "publisher-3", name: "Suspended publisher", status: "suspended" },
  ],
  platforms: [
    ...Object.values(platformIds)
      .filter((id) => !special.includes(id))
      .map((id) => platform(id)),
    platform(platformIds.disabled, { status: "disabled" }),
    platform(waiting, { review: { status: "pending" } }),
    platform(suspended, { publisherId: "publisher-3" }),
    platform(foreign, { publisherId: "publisher-2", allowedOrigins: ["https://other.example"] }),
  ],
  campaigns: [
    ...formats.map((format) => campaign(`open-${format}`, [main, sibling, foreign, waiting, suspended], {})),
    campaign("open-bot", [main, sibling, foreign, waiting]),
    campaign("plain-bot", [platformIds.plainBot]),
    campaign("premium-bot", [platformIds.premium], { premium: "only" }),
    campaign("flights", [platformIds.topics, platformIds.onlyTopics], {
      priceMicros: 2 * priceMicros,
      topics: ["flights"],
    }),
    campaign("flights-bot", [platformIds.onlyTopics], { topics: ["flights"] }),
    campaign("no-topic", [platformIds.topics]),
    campaign("languages", [platformIds.languages]),
    campaign("sidebar", [platformIds.placements], { placements: ["sidebar"] }),
    { ...campaign("house", [platformIds.house]), priceMicros: 0 },
  ],
  creatives: [
    ...formats.map((format) => webCreative(`open-${format}`, format)),
    botCreative("open-bot", botDisclosurePage),
    botCreative("plain-bot", undefined),
    botCreative("premium-bot", undefined),
    botCreative("flights-bot", undefined),
    { ...webCreative("flights", "text"), disclosure: { text: "Ad about flights" } },
    webCreative("no-topic", "text"),
    ...["de", "pt", "pt-BR"].map((language) => ({
      ...webCreative("languages", "text", language),
      disclosure: { text: `Ad in ${language}` },
    })),
    webCreative("sidebar", "text"),
    webCreative("house", "consent"),
  ],
  topics: [{ id: "flights", name: "Flights", phrases: { en: ["cheap flights"], tr: ["ucuz uçuş"] } }],
};
