import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
} from "@assistant-ui/react";
import { AssistantChatTransport, useChatRuntime } from "@assistant-ui/react-ai-sdk";
import type { ReactElement } from "react";
import { newVisitorId } from "../../../runtimes/browser/mod.ts";
import { HandbillPart, HandbillProvider } from "../../../runtimes/react/mod.ts";

const visitorId = newVisitorId();
const transport = new AssistantChatTransport({ api: "/api/chat", body: { visitorId } });
const parts = { data: { by_name: { handbill: HandbillPart } } };

function Message(): ReactElement {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts components={parts} />
    </MessagePrimitive.Root>
  );
}

/** The same chat with the components of assistant-ui. */
export function Chat({ timeoutMs }: { readonly timeoutMs?: number }): ReactElement {
  const runtime = useChatRuntime({ transport });
  return (
    <HandbillProvider baseUrl="/hb" platformId="pf_browser" visitorId={visitorId} timeoutMs={timeoutMs}>
      <AssistantRuntimeProvider runtime={runtime}>
        <ThreadPrimitive.Root>
          <ThreadPrimitive.Messages components={{ Message }} />
        </ThreadPrimitive.Root>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input />
          <ComposerPrimitive.Send>Ask</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </AssistantRuntimeProvider>
    </HandbillProvider>
  );
}
