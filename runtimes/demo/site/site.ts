import { readFile } from "node:fs/promises";
import type { HttpRequest, HttpResponse } from "../../../core/contract/http.ts";
import type { Handbill } from "../../../core/handbill.ts";
import type { ServingStore } from "../../../core/storage/serving-store.ts";
import type { Clock } from "../../../core/timing/clock.ts";
import { paletteStyle } from "../../console/styles/palette.ts";
import { type AnswerPage, createAnswerPage } from "../answer-page.ts";
import { demoPath, demoPictureAt } from "../assets.ts";
import { browserBundle } from "../browser-bundles.ts";
import type { Demo } from "../demo.ts";
import { createDeliveryLog } from "./delivery-log.ts";
import { answerExplain } from "./explain-route.ts";
import { observeStore } from "./observed-store.ts";
import { serveMedia } from "./serve-media.ts";
import { isReading, pathOf, type ServedText, serveText } from "./served-text.ts";

/** The demo's site: its page at `/`, the pictures of its ads, the events of its deliveries, and why a request got its ad. */
export interface DemoSite {
  /** The store whose deliveries the page shows. */
  readonly observe: (store: ServingStore) => ServingStore;
  /** Adds the site's paths. */
  readonly withSite: (handbill: Handbill, answerPage?: AnswerPage) => Handbill;
}

export interface DemoSiteOptions {
  /** Without a platform there is no page, and the pictures only. */
  readonly platform: Demo["platform"];
  readonly baseUrl: string;
  /** The currency of all amounts, an ISO 4217 code. */
  readonly currency: string;
  readonly clock: Clock;
}

/** The files that the page loads besides its script. */
const pageFiles = ["page.css", "settings.css", "places.css", "panel.css", "tabs.css", "icon.svg"] as const;

const explainPath = /\/demo\/explain$/;
const videoPath = /\/demo\/harbour\.webm$/;

type Serve = (request: HttpRequest) => Promise<ServedText>;

export function createDemoSite({ platform, baseUrl, currency, clock }: DemoSiteOptions): DemoSite {
  const log = createDeliveryLog(clock);
  const paths = new Map<string, Serve>();
  if (platform !== undefined) {
    const page = pageOf(platform.id, baseUrl, currency);
    paths.set("/", page).set(new URL(`${baseUrl}/`).pathname, page);
    paths.set(`${demoPath}palette.css`, async () => fresh("text/css", paletteStyle));
    for (const name of pageFiles) paths.set(demoPath + name, file(name));
    paths.set(`${demoPath}page.js`, async () => fresh("text/javascript", await browserBundle("demo-page")));
    paths.set(`${demoPath}deliveries`, async ({ target }) =>
      fresh("application/json", JSON.stringify(log.read(readSince(target)))),
    );
  }
  const find = (target: string): Serve | undefined => {
    const path = pathOf(target);
    const start = path.lastIndexOf(demoPath);
    return paths.get(start < 0 ? path : path.slice(start)) ?? pictureAt(target);
  };
  return {
    observe: (store) => (platform === undefined ? store : observeStore(store, log)),
    withSite: (handbill, answerPage = createAnswerPage()) => ({
      ...handbill,
      answer: (request) => {
        const asked = pathOf(request.target);
        if (platform !== undefined && request.method === "POST" && explainPath.test(asked)) {
          const using = { explain: handbill.explain, log, platformId: platform.id, currency };
          return answerPage(request, (requestId) => answerExplain(request, requestId, using));
        }
        if (!isReading(request)) return handbill.answer(request);
        if (videoPath.test(asked)) return answerPage(request, () => answerVideo(request));
        const serve = find(request.target);
        if (serve === undefined) return handbill.answer(request);
        return answerPage(request, async () => serveText(request, await serve(request)));
      },
      handles: (target) =>
        find(target) !== undefined ||
        explainPath.test(pathOf(target)) ||
        videoPath.test(pathOf(target)) ||
        handbill.handles(target),
    }),
  };
}

async function answerVideo(request: HttpRequest): Promise<HttpResponse> {
  const bytes = new Uint8Array(await readFile(new URL("harbour.webm", import.meta.url)));
  return serveMedia(request, { type: "video/webm", bytes });
}

function pictureAt(target: string): Serve | undefined {
  const svg = demoPictureAt(target);
  if (svg === undefined) return undefined;
  return async () => ({
    type: "image/svg+xml",
    text: svg,
    headers: { "content-security-policy": "default-src 'none'", "cache-control": "public, max-age=300" },
  });
}

function pageOf(platformId: string, baseUrl: string, currency: string): Serve {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${new URL(baseUrl).origin}`,
    `media-src 'self' ${new URL(baseUrl).origin}`,
    "connect-src 'self'",
    // A click on an ad leads through this server to its advertiser (stay-here.ts).
    "frame-src 'self' https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return async () => {
    const { type, text, headers } = fresh("text/html", await read("page.html"));
    return {
      type,
      text: text
        .replaceAll("{{platform}}", escapeHtml(platformId))
        .replaceAll("{{base}}", escapeHtml(baseUrl))
        .replaceAll("{{currency}}", escapeHtml(currency)),
      headers: { ...headers, "content-security-policy": policy, "referrer-policy": "no-referrer" },
    };
  };
}

function file(name: (typeof pageFiles)[number]): Serve {
  const type = name === "icon.svg" ? "image/svg+xml" : "text/css";
  return async () => fresh(type, await read(name));
}

/** The page's own files change with the clone or the package, so that a browser asks each time. */
function fresh(type: string, text: string): ServedText {
  return {
    type,
    text,
    headers: { "cache-control": "no-cache", "content-security-policy": "default-src 'none'" },
  };
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

function readSince(target: string): number {
  const since = Number(/[?&]since=(\d{1,15})(?:&|$)/.exec(target)?.[1]);
  return Number.isSafeInteger(since) ? since : 0;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
