import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import { type CompressedText, createCompressedText } from "../../core/pipeline/compressed-text.ts";
import { cardScript } from "./card-script.ts";
import { pageScript } from "./page-script.ts";
import { chartStyle } from "./styles/charts.ts";
import { contentStyle } from "./styles/content.ts";
import { formStyle } from "./styles/forms.ts";
import { frameStyle } from "./styles/frame.ts";
import { paletteStyle } from "./styles/palette.ts";
import { paperStyle } from "./styles/paper.ts";

export type AssetName = "style.css" | "script.js" | "card.js";

const types: Readonly<Record<AssetName, string>> = {
  "style.css": "text/css; charset=utf-8",
  "script.js": "text/javascript; charset=utf-8",
  "card.js": "text/javascript; charset=utf-8",
};
const texts: Readonly<Record<AssetName, string>> = {
  "style.css": [paletteStyle, frameStyle, contentStyle, formStyle, chartStyle, paperStyle].join("\n"),
  "script.js": pageScript,
  "card.js": cardScript,
};
const hashCharacters = 12;
const compressed = new Map<AssetName, CompressedText>();

/** The path of an asset with its content hash, so that browsers cache it for ever. */
export function assetPath(name: AssetName): string {
  return `${name}?v=${hashOf(name)}`;
}

/** Answers a request for an asset. `undefined`: the path is not an asset. */
export function answerAsset(path: string, request: HttpRequest): Promise<HttpResponse> | undefined {
  const name = isAsset(path) ? path : undefined;
  if (name === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
  const isCurrent = request.target.endsWith(`?v=${hashOf(name)}`);
  return textOf(name).answer(request, {
    "content-type": types[name],
    "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
}

function isAsset(path: string): path is AssetName {
  return Object.hasOwn(types, path);
}

function hashOf(name: AssetName): string {
  return textOf(name).digest.slice(0, hashCharacters);
}

function textOf(name: AssetName): CompressedText {
  const known = compressed.get(name) ?? createCompressedText(texts[name]);
  compressed.set(name, known);
  return known;
}
