import { convertToModelMessages, createUIMessageStream, readUIMessageStream, type UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import type { Ad } from "../../core/contract/ad.ts";
import { type AppendOptions, appendAd, type HandbillData } from "../../runtimes/ai-sdk/mod.ts";

type Message = UIMessage<unknown, HandbillData>;

const ad: Ad = {
  delivery_id: "delivery",
  expires_at: "2030-01-01T00:00:00.000Z",
  format: "text",
  disclosure: "Ad by Tern & Sons",
  test: false,
  blocks: [{ kind: "text", text: "Beans roasted this morning", role: "body" }],
};

interface Ending {
  readonly type: "finish" | "abort" | "error";
}

/** An answer in two pieces; the second one comes after `middle`. */
function answer({ type }: Ending = { type: "finish" }, middle?: Promise<unknown>) {
  return createUIMessageStream<Message>({
    execute: async ({ writer }) => {
      writer.write({ type: "start" });
      writer.write({ type: "text-start", id: "1" });
      writer.write({ type: "text-delta", id: "1", delta: "Espresso" });
      await middle;
      writer.write({ type: "text-delta", id: "1", delta: " with milk." });
      writer.write({ type: "text-end", id: "1" });
      writer.write(type === "error" ? { type, errorText: "The model failed." } : { type });
    },
  });
}

async function typesOf(request: Promise<Ad | null>, ending?: Ending, options?: AppendOptions) {
  const types: string[] = [];
  for await (const { type } of appendAd(answer(ending), request, options)) types.push(type);
  return types;
}

const text = ["start", "text-start", "text-delta", "text-delta", "text-end"];
const never = new Promise<never>(() => {});

describe("an answer of the AI SDK with an ad", () => {
  it("has the ad after its text, as a typed part of the message", async () => {
    let message: Message | undefined;
    for await (const next of readUIMessageStream<Message>({
      stream: appendAd(answer(), Promise.resolve(ad)),
    }))
      message = next;
    expect(message?.parts).toEqual([
      expect.objectContaining({ type: "text", text: "Espresso with milk." }),
      { type: "data-handbill", id: "delivery", data: ad },
    ]);
  });

  it("passes its text on before the ad is there", async () => {
    const { promise: request, resolve } = Promise.withResolvers<Ad>();
    const types: string[] = [];
    for await (const { type } of appendAd(answer(), request, { timeoutMs: 60_000 })) {
      types.push(type);
      // Were the text to wait for the ad, it would never come.
      if (type === "text-end") resolve(ad);
    }
    expect(types).toEqual([...text, "data-handbill", "finish"]);
  });

  it("lets an early ad wait for the end of the text", async () => {
    const { promise: middle, resolve } = Promise.withResolvers<void>();
    const types: string[] = [];
    for await (const { type } of appendAd(answer(undefined, middle), Promise.resolve(ad))) {
      types.push(type);
      if (type === "text-delta") resolve();
    }
    expect(types).toEqual([...text, "data-handbill", "finish"]);
  });

  it("is unchanged without an ad, after a failed request, and when the ad is late, which onError learns", async () => {
    const errors: string[] = [];
    const options = { timeoutMs: 1, onError: (error: unknown) => errors.push(String(error)) };
    expect(await typesOf(Promise.resolve(null), undefined, options)).toEqual([...text, "finish"]);
    expect(errors).toEqual([]);
    expect(await typesOf(Promise.reject(new Error("503")), undefined, options)).toEqual([...text, "finish"]);
    expect(await typesOf(never, undefined, options)).toEqual([...text, "finish"]);
    expect(errors).toEqual(["Error: 503", "Error: No ad came within 1 ms."]);
  });

  it("has no ad when the model failed or the user stopped it", async () => {
    for (const type of ["error", "abort"] as const)
      expect(await typesOf(Promise.resolve(ad), { type })).toEqual([...text, type]);
  });

  it("survives an onError that throws", async () => {
    const onError = (): never => {
      throw new Error("The host's own.");
    };
    const types = await typesOf(Promise.reject(new Error("503")), undefined, { onError });
    expect(types).toEqual([...text, "finish"]);
  });

  it("shows the ad to no model: prompts made of the message leave it out", async () => {
    const messages: Message[] = [
      { id: "1", role: "user", parts: [{ type: "text", text: "What is a latte?" }] },
      {
        id: "2",
        role: "assistant",
        parts: [
          { type: "text", text: "Espresso with milk." },
          { type: "data-handbill", id: "delivery", data: ad },
        ],
      },
    ];
    expect(await convertToModelMessages(messages)).toEqual([
      { role: "user", content: [{ type: "text", text: "What is a latte?" }] },
      { role: "assistant", content: [{ type: "text", text: "Espresso with milk." }] },
    ]);
  });
});
