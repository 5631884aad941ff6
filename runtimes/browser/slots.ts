import type { AdFormat } from "../../core/contract/formats.ts";
import type { AdFields, Client } from "./client.ts";
import type { MountedAd } from "./mount-ad.ts";

const filled = new WeakSet<Element>();

/**
 * Fills the slots in a page: `<div data-ad="chat" data-question="…" data-language="en" data-formats="card,text">`. The value
 * of `data-ad` is the placement; `data-test` asks for a test ad. A slot is filled once, however often this is called.
 */
export function fillSlots(client: Client, within: ParentNode = document): Promise<readonly MountedAd[]> {
  const slots = [...within.querySelectorAll<HTMLElement>("[data-ad]")].filter((slot) => !filled.has(slot));
  return Promise.all(
    slots.map((slot) => {
      filled.add(slot);
      return client.mount(slot, fieldsOf(slot));
    }),
  );
}

function fieldsOf({ dataset, lang }: HTMLElement): AdFields {
  const { ad, question, formats, test } = dataset;
  const language = dataset["language"] ?? lang;
  return {
    ...(ad && { placement: ad }),
    ...(question && { context: { question } }),
    ...(language && { language_code: language }),
    // The server says which formats there are.
    ...(formats && { accept_formats: formats.split(/[\s,]+/) as AdFormat[] }),
    ...(test !== undefined && { test: true }),
  };
}
