import type { AdFormat } from "../../../core/contract/formats.ts";

/** The request that the code makes. */
export interface SampleRequest {
  readonly baseUrl: string;
  readonly platformId: string;
  readonly question: string;
  readonly format: AdFormat | undefined;
}

export interface CodeSample {
  readonly label: string;
  readonly code: string;
}

/** The code of a request for each kind of publisher. */
export function codeSamples({ baseUrl, platformId, question, format }: SampleRequest): readonly CodeSample[] {
  const quoted = JSON.stringify(question);
  const attribute = question.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const formats = format === undefined ? "" : `\n     data-formats="${format}"`;
  const accepted = format === undefined ? "" : `accept_formats: ["${format}"], `;
  const fields = format === undefined ? "" : ` fields={{ accept_formats: ["${format}"] }}`;
  const vueFields = format === undefined ? "" : ` :fields="{ accept_formats: ['${format}'] }"`;
  const provider = `<HandbillProvider baseUrl="${baseUrl}" platformId="${platformId}" visitorId={newVisitorId}>`;
  const client = `import { createServerClient } from "handbill/client";

const ads = createServerClient({
  baseUrl: "${baseUrl}",
  platformId: "${platformId}",
  apiKey: process.env.ADS_KEY ?? "",
});`;
  return [
    {
      label: "Script tag",
      code: `<script async src="${baseUrl}/handbill.js"
        data-platform="${platformId}"></script>

<div data-ad="chat" data-height="250" style="min-height:250px"${formats}
     data-question="${attribute}"></div>`,
    },
    {
      label: "JavaScript",
      code: `import { createClient, newVisitorId } from "handbill/browser";

const client = createClient({
  baseUrl: "${baseUrl}",
  platformId: "${platformId}",
  visitorId: newVisitorId(),
});
const slot = document.querySelector("#answer-card");
if (slot) {
  await client.mount(slot, {
    ${accepted}context: { question: ${quoted} },
  });
}`,
    },
    {
      label: "React",
      code: `import { newVisitorId } from "handbill/browser";
import { HandbillAd, HandbillProvider } from "handbill/react";

export function Chat({ question, answer }) {
  return (
    ${provider}
      <p>{answer}</p>
      <HandbillAd placement="chat" question={question} answer={answer}${fields} />
    </HandbillProvider>
  );
}`,
    },
    {
      label: "Vue",
      code: `<script setup>
import { newVisitorId } from "handbill/browser";
import { HandbillAd, HandbillProvider } from "handbill/vue";

defineProps(["question", "answer"]);
</script>

<template>
  <HandbillProvider base-url="${baseUrl}" platform-id="${platformId}" :visitor-id="newVisitorId">
    <p>{{ answer }}</p>
    <HandbillAd placement="chat" :question="question" :answer="answer"${vueFields} />
  </HandbillProvider>
</template>`,
    },
    {
      label: "Next.js",
      code: `"use client"; // app/chat.jsx

import { newVisitorId } from "handbill/browser";
import { HandbillAd, HandbillProvider } from "handbill/react";

export default function Chat({ question, answer }) {
  return (
    ${provider}
      <p>{answer}</p>
      <HandbillAd placement="chat" question={question} answer={answer}${fields} />
    </HandbillProvider>
  );
}`,
    },
    {
      label: "Server",
      code: `${client}
const ad = await ads.requestAd(
  { stable_user_id: "user-17" },
  { ${accepted}context: { question: ${quoted} } },
);
// Show it with mountAd of handbill/browser, then:
if (ad !== null) await ads.confirmView({ stable_user_id: "user-17" }, ad);`,
    },
    {
      label: "Bot",
      code: `${client}
// The bot format is the only one of messages.
const { message } = await ads.appendAd({
  user_id: 42,
  message: "Your train leaves at 9:41.",
});
await bot.sendMessage(42, message, { parse_mode: "HTML" });`,
    },
  ];
}
