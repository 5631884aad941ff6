import { type ServerType, serve } from "@hono/node-server";
import { simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createApiKey } from "../../../core/signing/api-key.ts";
import { systemRandom } from "../../../core/signing/random.ts";
import { createServerClient } from "../../../runtimes/server-client/mod.ts";
import { createChat } from "../../examples/chat/server.ts";
import { type AdServer, openAdServer } from "../harness/ad-server.ts";
import { bundle } from "../harness/bundle.ts";
import { browserCatalog, platformId } from "../harness/catalog.ts";

/** More than a busy machine needs. */
const busyMs = 120_000;

export const answer = "Espresso with steamed milk.";

export interface ChatSite {
  readonly url: string;
  readonly server: AdServer;
  /** The prompts of the model, as JSON. */
  readonly prompts: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** The chat of the examples with a page, a stand-in for the model, and an ad server that has consent ads only. */
export async function openChatSite(page: "use-chat" | "assistant-ui", pictures: string): Promise<ChatSite> {
  const model = new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf(answer) }) });
  const { key, id, hash } = createApiKey("live", systemRandom);
  const store = createMemoryStore();
  const { campaigns, creatives, ...catalog } = browserCatalog(pictures, []);
  const server = await openAdServer({
    store,
    catalog: {
      ...catalog,
      campaigns: campaigns.filter((campaign) => campaign.id === "for-consent"),
      creatives: creatives.filter(({ format }) => format === "consent"),
    },
  });
  await store.addApiKey({ id, hash, publisherId: "publisher", mode: "live", label: "chat", createdAt: 0 });
  const ads = createServerClient({ baseUrl: server.url, apiKey: key, platformId, timeoutMs: busyMs });
  const chat = createChat(model, ads, { timeoutMs: busyMs });
  const { code } = await bundle(
    `import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./test/examples/chat/${page}.tsx";
import "./test/browser/harness/lab.ts";
createRoot(document.getElementById("app")).render(createElement(StrictMode, null, createElement(Chat, { timeoutMs: ${busyMs} })));`,
    { format: "esm", ignoreAnnotations: true },
  );
  chat.get("/chat.js", ({ body }) => body(code, 200, { "content-type": "text/javascript" }));
  chat.get("/", ({ html }) =>
    html(
      '<!doctype html><html lang="en"><title>Chat</title><div id="app"></div><script type="module" src="/chat.js"></script>',
    ),
  );
  const { url, close } = await listen(chat.fetch);
  return {
    url,
    server,
    prompts: () => model.doStreamCalls.map(({ prompt }) => JSON.stringify(prompt)),
    close: async () => {
      await close();
      await server.close();
    },
  };
}

function streamOf(text: string) {
  const noTokens = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  const [first = "", ...rest] = text.split(" ");
  return simulateReadableStream({
    chunks: [
      { type: "text-start" as const, id: "text" },
      ...[first, ...rest.map((word) => ` ${word}`)].map((delta) => ({
        type: "text-delta" as const,
        id: "text",
        delta,
      })),
      { type: "text-end" as const, id: "text" },
      {
        type: "finish" as const,
        finishReason: { unified: "stop" as const, raw: "stop" },
        usage: { inputTokens: noTokens, outputTokens: noTokens },
      },
    ],
    chunkDelayInMs: null,
  });
}

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  let server: ServerType | undefined;
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, (address) => resolve(address.port));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server?.close(() => resolve());
        if (server && "closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
