import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import type { ReactElement } from "react";
import { newVisitorId } from "../../../runtimes/browser/mod.ts";
import { HandbillPart, HandbillProvider } from "../../../runtimes/react/mod.ts";
import type { ChatMessage } from "./server.ts";

const visitorId = newVisitorId();
const transport = new DefaultChatTransport<ChatMessage>({ api: "/api/chat", body: { visitorId } });

/** A chat of the AI SDK. `/hb` of the own server relays what the cards send. */
export function Chat({ timeoutMs }: { readonly timeoutMs?: number }): ReactElement {
  const { messages, sendMessage } = useChat<ChatMessage>({ transport });
  return (
    <HandbillProvider baseUrl="/hb" platformId="pf_browser" visitorId={visitorId} timeoutMs={timeoutMs}>
      {messages.map(({ id, parts }) => (
        <article key={id}>
          <p>{parts.map((part) => (part.type === "text" ? part.text : ""))}</p>
          {parts.map((part) =>
            part.type === "data-handbill" ? <HandbillPart key={part.id} data={part.data} /> : null,
          )}
        </article>
      ))}
      <button type="button" onClick={() => sendMessage({ text: "What is a latte?" })}>
        Ask
      </button>
    </HandbillProvider>
  );
}
