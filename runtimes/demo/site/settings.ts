import { type AdFormat, adFormats } from "../../../core/contract/formats.ts";
import type { AdFields } from "../../browser/mod.ts";
import { find, make } from "./elements.ts";

/** The settings of the next request, chosen by the visitor of the demo. */
export interface Settings {
  readonly format: AdFormat | undefined;
  readonly test: boolean;
}

/** Draws the choice of formats, and calls back with the chosen ones on each change. */
export function readSettings(onChange: () => void): () => Settings {
  const formats = find("formats");
  const test = find("test-ads", HTMLInputElement);
  test.setAttribute("role", "switch");
  const options = [undefined, ...adFormats].map((format) => {
    const radio = make("input");
    radio.type = "radio";
    radio.name = "format";
    radio.value = format ?? "any";
    radio.defaultChecked = format === undefined;
    const label = make("label");
    label.append(radio, make("span", "", format ?? "any"));
    formats.append(label);
    return { format, radio };
  });
  const form = find("settings", HTMLFormElement);
  // A browser that restores the form after a reload would not say so.
  form.reset();
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", onChange);
  return () => ({ format: options.find(({ radio }) => radio.checked)?.format, test: test.checked });
}

/** The fields of a request from a place with formats that suit it. */
export function fieldsFor(
  { format, test }: Settings,
  place: AdFields,
  suited?: readonly AdFormat[],
): AdFields {
  const accepted = format === undefined ? suited : [format];
  return { ...place, ...(accepted && { accept_formats: accepted }), ...(test && { test }) };
}
