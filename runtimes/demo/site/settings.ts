import { type AdFormat, adFormats } from "../../../core/contract/formats.ts";
import type { AdFields } from "../../browser/mod.ts";
import { find } from "./elements.ts";

/** The settings of the next request, chosen by the visitor of the demo. */
export interface Settings {
  readonly format: AdFormat | undefined;
  readonly test: boolean;
  readonly language: string;
}

/** Calls back on each change, and after a reset. Applies width and direction to the chat. */
export function readSettings(onChange: () => void, onReset: () => void): () => Settings {
  const form = find("settings", HTMLFormElement);
  const log = find("log");
  const chosen = (name: string): string => String(new FormData(form).get(name) ?? "");
  const apply = (): void => {
    log.style.setProperty("--ad-width", chosen("width") || "35rem");
    log.dir = chosen("direction");
  };
  find("test-ads").role = "switch";
  // A browser that restores the form after a reload would not say so.
  form.reset();
  apply();
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    apply();
    const isLook = target instanceof HTMLSelectElement && target.name !== "language";
    if (!isLook) onChange();
  });
  form.addEventListener("reset", () =>
    // The event comes before the fields have their first values again.
    setTimeout(() => {
      apply();
      onReset();
    }),
  );
  return () => ({
    format: adFormats.find((format) => format === chosen("format")),
    test: find("test-ads", HTMLInputElement).checked,
    language: chosen("language") || "en",
  });
}

/** The fields of a request from a place with formats that suit it. */
export function fieldsFor(
  { format, test, language }: Settings,
  place: AdFields,
  suited?: readonly AdFormat[],
): AdFields {
  const accepted = format === undefined ? suited : [format];
  return {
    ...place,
    language_code: language,
    ...(accepted && { accept_formats: accepted }),
    ...(test && { test }),
  };
}
