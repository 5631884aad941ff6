import type { AdFields } from "../../core/contract/ad-fields.ts";
import type { AdFormat } from "../../core/contract/formats.ts";
import type { Client } from "./client.ts";
import type { MountedAd } from "./mount-ad.ts";

/**
 * Fills the ad slots below `within` (default: the whole page): `<div data-ad="chat" data-question="…"
 * data-language="en" data-formats="card,text">`. The value of `data-ad` is the placement; `data-test` requests a test
 * ad. Slots that already have a card are skipped, so repeated calls are safe. Never rejects.
 */
export function fillSlots(client: Client, within: ParentNode = document): Promise<readonly MountedAd[]> {
  const slots = [...within.querySelectorAll<HTMLElement>("[data-ad]")].filter(
    (slot) => !slot.querySelector("handbill-ad"),
  );
  return Promise.all(slots.map((slot) => client.mount(slot, fieldsOf(slot))));
}

function fieldsOf({ dataset, lang }: HTMLElement): AdFields {
  const { ad, question, formats, test } = dataset;
  const language = dataset["language"] ?? lang;
  return {
    ...(ad && { placement: ad }),
    ...(question && { context: { question } }),
    ...(language && { language_code: language }),
    // The server validates the formats.
    ...(formats && { accept_formats: formats.match(/\w+/g) as AdFormat[] }),
    ...(test !== undefined && { test: true }),
  };
}
