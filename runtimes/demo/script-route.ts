import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import type { Handbill } from "../../core/handbill.ts";
import { type CompressedText, createCompressedText } from "../../core/pipeline/compressed-text.ts";
import { BundleMissing, browserBundle } from "./browser-bundles.ts";
import { isReading, pathOf } from "./site/served-text.ts";

const script = /\/handbill\.js$/;

/** Adds `GET /handbill.js`, behind any prefix: the SDK that a site loads by `<script async src=… data-platform=…>`. */
export function withScript(handbill: Handbill): Handbill {
  const isScript = (target: string): boolean => script.test(pathOf(target));
  return {
    ...handbill,
    answer: (request) =>
      isReading(request) && isScript(request.target) ? answerScript(request) : handbill.answer(request),
    handles: (target) => isScript(target) || handbill.handles(target),
  };
}

let compressed: CompressedText | undefined;

async function answerScript(request: HttpRequest): Promise<HttpResponse> {
  const anySite = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
  try {
    compressed ??= createCompressedText(await browserBundle("handbill"));
    return await compressed.answer(request, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      ...anySite,
    });
  } catch (error) {
    if (!(error instanceof BundleMissing)) throw error;
    return {
      status: 503,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...anySite },
      body: `${error.message}\n`,
    };
  }
}
