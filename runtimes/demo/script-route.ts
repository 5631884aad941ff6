import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import type { Handbill } from "../../core/handbill.ts";
import { type CompressedText, createCompressedText } from "../../core/pipeline/compressed-text.ts";
import { type AnswerPage, createAnswerPage } from "./answer-page.ts";
import { BundleMissing, browserBundle } from "./browser-bundles.ts";
import { isReading, pathOf } from "./site/served-text.ts";

const scripts = /\/(handbill|handbill-debug)\.js$/;
type Script = "handbill" | "handbill-debug";

/**
 * Adds two scripts, behind any prefix: `GET /handbill.js`, the SDK that a site loads by `<script async src=… data-platform=…>`, and
 * `GET /handbill-debug.js`, the debug overlay that the SDK loads on demand.
 */
export function withScript(handbill: Handbill, answerPage: AnswerPage = createAnswerPage()): Handbill {
  return {
    ...handbill,
    answer: (request) => {
      const name = isReading(request) ? scriptAt(request.target) : undefined;
      if (name === undefined) return handbill.answer(request);
      return answerPage(request, () => answerScript(name, request));
    },
    handles: (target) => scriptAt(target) !== undefined || handbill.handles(target),
  };
}

function scriptAt(target: string): Script | undefined {
  const name = scripts.exec(pathOf(target))?.[1];
  return name === "handbill" || name === "handbill-debug" ? name : undefined;
}

const compressed = new Map<Script, CompressedText>();

async function answerScript(name: Script, request: HttpRequest): Promise<HttpResponse> {
  const anySite = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
  try {
    const text = compressed.get(name) ?? createCompressedText(await browserBundle(name));
    compressed.set(name, text);
    return await text.answer(request, {
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
