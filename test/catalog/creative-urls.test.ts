import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { creativeSchema } from "../../core/catalog/creative-schema.ts";
import type { Creative } from "../../core/catalog/entities.ts";
import { type ParsedCatalog, parseCatalog } from "../../core/planning/schema.ts";
import { privateHosts } from "../network/private-hosts.ts";

const size = { alt: "A picture", width: 10, height: 10 };
const base = { campaignId: "c", language: "en" } as const;
const campaign = { id: "c", advertiser: "A", name: "C", priceMicros: 1, totalBudgetMicros: 10 };

function scenes(...blocks: readonly object[]): object {
  return { scenes: [{ id: "only", blocks: [{ kind: "text", text: "Words." }, ...blocks] }] };
}

function picture(url: string, more: object = {}): object {
  return { kind: "media", media_type: "image", url, ...size, ...more };
}

const fine = "https://shop.example/";

/** Every place of a creative that holds a URL. */
const places: readonly (readonly [path: string, creativeOf: (url: string) => object])[] = [
  [
    "creatives[0].disclosure.url",
    (url) => ({ ...base, format: "text", disclosure: { text: "Ad", url }, ...scenes() }),
  ],
  [
    "creatives[0].bot.landingUrl",
    (url) => ({ ...base, format: "bot", bot: { text: "Words.", buttonText: "Look", landingUrl: url } }),
  ],
  ["creatives[0].scenes[0].blocks[1].url", (url) => ({ ...base, format: "image", ...scenes(picture(url)) })],
  [
    "creatives[0].scenes[0].blocks[1].poster",
    (url) => ({ ...base, format: "image", ...scenes(picture(fine, { media_type: "video", poster: url })) }),
  ],
  [
    "creatives[0].scenes[0].blocks[1].items[1].url",
    (url) => ({
      ...base,
      format: "card",
      ...scenes(
        {
          kind: "gallery",
          items: [
            { url: fine, ...size },
            { url, ...size },
          ],
        },
        { kind: "buttons", buttons: [{ label: "Look", landingUrl: fine }] },
      ),
    }),
  ],
  [
    "creatives[0].scenes[0].blocks[1].buttons[0].landingUrl",
    (url) => ({
      ...base,
      format: "text",
      ...scenes({ kind: "buttons", buttons: [{ label: "Look", landingUrl: url }] }),
    }),
  ],
];

function parsed(creative: object, allowLocalUrls?: boolean): ParsedCatalog {
  const document = {
    campaigns: [campaign],
    creatives: [{ id: "cr", disclosure: { text: "Ad" }, ...creative }],
  };
  return parseCatalog(document, undefined, { allowLocalUrls });
}

function issuesOf(outcome: ParsedCatalog): readonly object[] {
  return outcome.ok ? [] : outcome.issues;
}

const urls = privateHosts.flatMap((host) => [
  `http://${host}/x`,
  `https://${host}/x`,
  `https://${host}:8443/x`,
]);

describe.each(places)("%s", (path, creativeOf) => {
  it("leads to a public host by https", () => {
    for (const url of ["https://shop.example/", "https://xn--bcher-kva.example/", "https://8.8.8.8/"]) {
      expect(issuesOf(parsed(creativeOf(url))), url).toEqual([]);
    }
    for (const url of ["http://shop.example/", "ftp://shop.example/", "javascript:alert(1)", "data:,x"]) {
      expect(issuesOf(parsed(creativeOf(url))), url).toMatchObject([{ path }]);
      expect(issuesOf(parsed(creativeOf(url), true)), url).toMatchObject([{ path }]);
    }
  });

  it("leads to no host that is not public, however it is written", () => {
    for (const url of urls) {
      const issues = issuesOf(parsed(creativeOf(url)));
      expect(issues, url).toEqual([{ path, message: expect.stringContaining("HANDBILL_LOCAL_URLS=on") }]);
    }
  });

  it("leads there if the setting for development allows it, and a stored creative stays one", () => {
    for (const url of urls) {
      const outcome = parsed(creativeOf(url), true);
      expect(issuesOf(outcome), url).toEqual([]);
      const [stored]: readonly (Creative | undefined)[] = outcome.ok ? outcome.catalog.creatives : [];
      expect(v.is(creativeSchema, stored), url).toBe(true);
    }
  });
});
