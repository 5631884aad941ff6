import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  type LanguageModel,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from "ai";
import { Hono } from "hono";
import { type AppendOptions, appendAd, type HandbillData } from "../../../runtimes/ai-sdk/mod.ts";
import { relay, type ServerClient } from "../../../runtimes/server-client/mod.ts";

export type ChatMessage = UIMessage<unknown, HandbillData>;

/** A chat whose server requests the ads, with its API key, beside the model's answers. */
export function createChat(model: LanguageModel, ads: ServerClient, options?: AppendOptions): Hono {
  const app = new Hono();
  app.post("/api/chat", async ({ req }) => {
    const { messages, visitorId }: { messages: ChatMessage[]; visitorId: string } = await req.json();
    const question = messages
      .at(-1)
      ?.parts.map((part) => (part.type === "text" ? part.text : ""))
      .join("");
    const { stream } = streamText({ model, messages: await convertToModelMessages(messages) });
    const ad = ads.requestAd({ visitor_id: visitorId }, { context: { question } });
    return createUIMessageStreamResponse({ stream: appendAd(toUIMessageStream({ stream }), ad, options) });
  });
  app.post("/hb/api/v1/web/*", ({ req }) => relay(ads, req.raw));
  return app;
}
