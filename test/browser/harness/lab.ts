/** Loaded by every test page: makes the SDK reachable for a test, and listens to its events. */
import type { Ad } from "../../../core/contract/ad.ts";
import type { AdFormat } from "../../../core/contract/formats.ts";
import * as sdk from "../../../runtimes/browser/mod.ts";
import { frames, type HeldTime, holdTime } from "./held-time.ts";
import { sightOf } from "./sight.ts";

export interface Heard {
  readonly name: string;
  readonly delivery: string | undefined;
  /** `id` of the element that fired it. */
  readonly by: string;
  /** Milliseconds of the page's monotonic clock. */
  readonly at: number;
  readonly error: string | undefined;
  readonly keys: readonly string[];
}

export interface Lab {
  readonly sdk: typeof sdk;
  readonly client: sdk.Client;
  readonly heard: readonly Heard[];
  /** The next or an earlier event of a name, of this delivery if one is given. */
  readonly hear: (name: string, delivery?: string) => Promise<Heard>;
  /** A new ad of a format. */
  readonly ad: (format: AdFormat) => Promise<Ad>;
  /** The element with this id. */
  readonly slot: (id?: string) => HTMLElement;
  /** Shows a new ad in a slot. */
  readonly show: (format: AdFormat, id?: string, options?: sdk.MountOptions) => Promise<Shown>;
  /** The shadow of the card in a slot. */
  readonly shadow: (id?: string) => ShadowRoot;
  /** Scrolls until this many pixels of the card are left at the upper edge of the window. */
  readonly leave: (pixels: number, id?: string) => void;
  readonly sightOf: typeof sightOf;
  /** Resolves when the page's clock says so. */
  readonly until: (at: number) => Promise<void>;
  readonly holdTime: () => HeldTime;
  /** Resolves after two more frames. */
  readonly frames: () => Promise<void>;
  /** Has another ad confirmed, which takes more than a second: what was due before it is done then. Its delivery. */
  readonly fence: () => Promise<string>;
}

export interface Shown {
  readonly ad: Ad;
  readonly card: sdk.MountedAd;
}

declare global {
  interface Window {
    lab: Lab;
  }
  var lab: Lab;
}

const settings = new URLSearchParams(location.search);
const client = sdk.createClient({
  baseUrl: settings.get("ads") ?? "",
  platformId: "pf_browser",
  visitorId: sdk.newVisitorId(),
  timeoutMs: Number(settings.get("timeout")) || undefined,
});
sdk.configure({ client });

const names = ["filled", "no-ad", "rendered", "viewed", "clicked", "action", "error"];
const heard: Heard[] = [];
const ears = new Set<(heard: Heard) => void>();
for (const name of names) {
  document.addEventListener(`handbill:${name}`, (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element)) return;
    const { ad, error } = event.detail;
    const one: Heard = {
      name,
      delivery: ad?.delivery_id,
      by: event.target.id,
      at: performance.now(),
      error: error && String(error),
      keys: Object.keys(event.detail).sort(),
    };
    heard.push(one);
    for (const ear of ears) ear(one);
  });
}

const ad = async (format: AdFormat): Promise<Ad> => {
  const issued = await client.requestAd({ accept_formats: [format] });
  if (issued === null) throw new Error(`There is no ${format} ad.`);
  return issued;
};

const slot = (id = "slot"): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
};

window.lab = {
  sdk,
  client,
  heard,
  hear: (name, delivery) =>
    new Promise((resolve) => {
      const fits = (one: Heard) => one.name === name && (delivery === undefined || one.delivery === delivery);
      const earlier = heard.find(fits);
      if (earlier) return resolve(earlier);
      const ear = (one: Heard): void => {
        if (!fits(one)) return;
        ears.delete(ear);
        resolve(one);
      };
      ears.add(ear);
    }),
  ad,
  slot,
  show: async (format, id, options) => {
    const issued = await ad(format);
    return { ad: issued, card: sdk.mountAd(slot(id), { ad: issued, client, ...options }) };
  },
  shadow: (id) => {
    const root = slot(id).querySelector("handbill-ad")?.shadowRoot;
    if (!root) throw new Error(`There is no card in ${id ?? "slot"}.`);
    return root;
  },
  leave: (pixels, id) => scrollBy(0, slot(id).getBoundingClientRect().bottom - pixels),
  sightOf,
  until: (at) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now()))),
  holdTime,
  frames,
  fence: async () => {
    const issued = await ad("text");
    await sdk.trackView(issued);
    return issued.delivery_id;
  },
};
