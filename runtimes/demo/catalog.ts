import type { Catalog, Creative } from "../../core/catalog/entities.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { demoPath } from "./assets.ts";
import document from "./catalog.json" with { type: "json" };

export const demoPublisherId = "demo";
export const demoPlatformId = "pf_demo";

/** The base URL in `catalog.json`: its pictures and the demo's own site are there. */
const documentBaseUrl = "https://demo.handbill.example";

/**
 * The catalogue of the first run, `catalog.json` at a base URL. It has one platform, and for each web format and the bot a campaign
 * without targeting in English, for each web format one more with a topic, some in German, and a house campaign for the rest.
 */
export function demoCatalog({ baseUrl }: { readonly baseUrl: string }): Catalog {
  const parsed = parseCatalog(document);
  if (!parsed.ok) throw new Error("runtimes/demo/catalog.json is damaged: install the package again.");
  return movedTo(parsed.catalog, documentBaseUrl, baseUrl);
}

/** The demo's own origin and the addresses of its pictures, changed from one base URL to another. */
export function movedTo(catalog: Catalog, from: string, to: string): Catalog {
  if (from === to) return catalog;
  const oldOrigin = new URL(from).origin;
  const newOrigin = new URL(to).origin;
  return {
    ...catalog,
    platforms: catalog.platforms.map((platform) =>
      platform.id === demoPlatformId && platform.allowedOrigins.includes(oldOrigin)
        ? {
            ...platform,
            allowedOrigins: [
              ...new Set(
                platform.allowedOrigins.map((origin) => (origin === oldOrigin ? newOrigin : origin)),
              ),
            ],
          }
        : platform,
    ),
    creatives: catalog.creatives.map((creative) => movePictures(creative, from + demoPath, to + demoPath)),
  };
}

function movePictures(creative: Creative, from: string, to: string): Creative {
  const move = (url: string): string => (url.startsWith(from) ? to + url.slice(from.length) : url);
  if (creative.scenes === undefined) return creative;
  const scenes = creative.scenes.map((scene) => ({
    ...scene,
    blocks: scene.blocks.map((block) => {
      if (block.kind === "media") {
        const poster = block.poster === undefined ? {} : { poster: move(block.poster) };
        return { ...block, url: move(block.url), ...poster };
      }
      if (block.kind !== "gallery") return block;
      return { ...block, items: block.items.map((item) => ({ ...item, url: move(item.url) })) };
    }),
  }));
  return { ...creative, scenes };
}
