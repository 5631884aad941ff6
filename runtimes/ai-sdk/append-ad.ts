import type { Ad } from "../../core/contract/ad.ts";
import { callHost } from "../../core/host-callback.ts";

/** The data parts that {@link appendAd} adds: the second type argument of the AI SDK's `UIMessage`. */
export type HandbillData = {
  /** The ad beside the answer. */
  readonly handbill: Ad;
};

/** The message part that carries the ad. The model never gets it: the AI SDK leaves data parts out of prompts. */
export interface AdPart {
  readonly type: "data-handbill";
  /** The delivery. */
  readonly id: string;
  /** The ad, for `HandbillPart` of `handbill/react` or `HandbillAd` of `handbill/vue`. */
  readonly data: Ad;
}

/** The options of {@link appendAd}. */
export interface AppendOptions {
  /** The latest time of the ad after the call, in milliseconds. Default 800. The text never waits for it. */
  readonly timeoutMs?: number | undefined;
  /** Receives the reason when the request fails or is late. Errors that it throws are ignored. Default: none. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const defaultTimeoutMs = 800;

/**
 * Appends an ad to an answer that streams: `toUIMessageStream()` of the AI SDK, or `createUIMessageStream`. The request
 * runs beside the model. Every chunk passes at once; the ad comes after the text, immediately before the end of the
 * message. An answer that fails or is aborted gets no ad. Never fails by itself: without an ad in time the answer is
 * unchanged.
 */
export function appendAd<Chunk extends { readonly type: string }>(
  answer: ReadableStream<Chunk>,
  request: Promise<Ad | null>,
  { timeoutMs = defaultTimeoutMs, onError }: AppendOptions = {},
): ReadableStream<Chunk | AdPart> {
  const failed = (error: unknown): null => {
    callHost(() => onError?.(error));
    return null;
  };
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No ad came within ${timeoutMs} ms.`)), timeoutMs);
  });
  const found = Promise.race([request, late]).catch(failed);
  found.finally(() => clearTimeout(timer));
  return answer.pipeThrough(
    new TransformStream<Chunk, Chunk | AdPart>({
      transform: async (chunk, controller) => {
        if (chunk.type === "error" || chunk.type === "abort") hasFailed = true;
        const ad = chunk.type === "finish" && !hasFailed ? await found : null;
        if (ad) controller.enqueue({ type: "data-handbill", id: ad.delivery_id, data: ad });
        controller.enqueue(chunk);
      },
    }),
  );
}
