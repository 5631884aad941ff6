import type { FieldError } from "../../core/contract/problem.ts";
import { textField } from "./fields.ts";
import { type Html, html } from "./html.ts";

const someZones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Australia/Sydney",
];

/** A field for a time zone. With scripts it also offers the browser's own zone. */
export function timeZoneField(value: string, errors: readonly FieldError[] = []): Html {
  return html`${textField({ name: "timeZone", label: "Time zone", value, required: true, errors, list: "zones" })}
<datalist id="zones" data-zones>${someZones.map((zone) => html`<option value="${zone}"></option>`)}</datalist>`;
}
