import { type FormError, fieldId, isWithin } from "./form-error.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** A form field without its value. Its name is its path in the API's body, so that errors find it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** `api`: the browser accepts an empty field, and the API reports it. */
  readonly required?: boolean | "api" | undefined;
  /** Takes the full width of the form. */
  readonly long?: boolean | undefined;
  readonly errors: readonly FormError[];
}

export interface TextField extends Field {
  readonly value: string;
  readonly type?: "text" | "date" | "datetime-local" | "url" | "password" | "hidden" | undefined;
  readonly inputMode?: "decimal" | "numeric" | undefined;
  readonly maxLength?: number | undefined;
  readonly placeholder?: string | undefined;
  /** Offers time zones; with scripts also the browser's own. */
  readonly zones?: boolean | undefined;
  /** For a CPM: with scripts a second field shows the price per view, and both change together. */
  readonly perView?: PricePerView | undefined;
}

export interface PricePerView {
  readonly label: string;
  readonly decimalSign: string;
}

export function textField(field: TextField): Html {
  const { value, type = "text", inputMode, maxLength, placeholder, zones = false, perView } = field;
  return framed(
    field,
    html`<input type="${type}" name="${field.name}" value="${value}"${common(field)}${inputMode !== undefined && html` inputmode="${inputMode}"`}${zones && html` list="zones"`}${maxLength !== undefined && html` maxlength="${maxLength}"`}${placeholder !== undefined && html` placeholder="${placeholder}"`} autocomplete="off">${zones && zoneList}`,
    perView && perViewField(fieldId(field.name), perView),
  );
}

/** It has no name, so that a browser does not send it. */
function perViewField(id: string, { label, decimalSign }: PricePerView): Html {
  return html`<div class="field scripted"><label for="${id}-per-view">${label}</label><input id="${id}-per-view" inputmode="decimal" data-cpm="${id}" data-decimal="${decimalSign}" autocomplete="off"></div>`;
}

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
const zoneList = html`<datalist id="zones" data-zones>${someZones.map((zone) => html`<option value="${zone}"></option>`)}</datalist>`;

/** The field of a time zone, without its value. */
export const timeZoneField = { name: "timeZone", label: "Time zone", required: true, zones: true } as const;

export interface TextArea extends Field {
  readonly value: string;
  readonly rows?: number | undefined;
}

/** A text of several lines. It takes the full width. */
export function textArea(field: TextArea): Html {
  // Browsers drop one line break after the opening tag.
  return framed(
    { ...field, long: true },
    html`<textarea name="${field.name}" rows="${field.rows ?? 4}"${common(field)} spellcheck="false">
${field.value}</textarea>`,
  );
}

export type Choice = readonly [value: string, label: string];

export interface SelectField extends Field {
  readonly value: string;
  readonly choices: readonly Choice[];
  /** Decides which other fields there are. Without scripts a button draws the form again. */
  readonly redraws?: "now" | "later" | undefined;
}

export function selectField(field: SelectField): Html {
  const { redraws } = field;
  return framed(
    field,
    html`<select name="${field.name}"${common(field)}${redraws !== undefined && html` data-redraws`}${redraws === "now" && html` autofocus`}>${field.choices.map(
      ([value, label]) =>
        html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
    )}</select>${redraws !== undefined && html`<button class="small" name="do" value="redraw" formnovalidate>Show its fields</button>`}`,
  );
}

/** Checkboxes for several values. */
export function checkboxes(
  field: Field & { readonly values: readonly string[]; readonly choices: readonly Choice[] },
): Html {
  const own = errorsAt(field);
  return html`<fieldset class="field" id="${fieldId(field.name)}" tabindex="-1"><legend>${field.label}</legend>${hintOf(field)}${errorList(field, own)}<div class="checks">${field.choices.map(
    ([value, label]) =>
      html`<label class="check"><input type="checkbox" name="${field.name}" value="${value}"${field.values.includes(value) && html` checked`}> ${label}</label>`,
  )}</div></fieldset>`;
}

function framed(field: Field, control: Html, beside?: Html): Html {
  const own = errorsAt(field);
  return html`<div class="field${field.long === true && " long"}"><label for="${fieldId(field.name)}">${field.label}${(field.required ?? false) === false && html` <span class="optional">optional</span>`}</label>${hintOf(field)}${errorList(field, own)}${control}</div>${beside}`;
}

function common(field: Field): HtmlValue {
  const id = fieldId(field.name);
  const isWrong = errorsAt(field).length > 0;
  const described = [field.hint !== undefined && `${id}-hint`, isWrong && `${id}-error`].filter(
    (part) => part !== false,
  );
  return [
    html` id="${id}"`,
    field.required === true && html` required`,
    isWrong && html` aria-invalid="true"`,
    described.length > 0 && html` aria-describedby="${described.join(" ")}"`,
  ];
}

function hintOf({ name, hint }: Field): HtmlValue {
  return hint !== undefined && html`<p class="hint" id="${fieldId(name)}-hint">${hint}</p>`;
}

function errorList({ name }: Field, own: readonly FormError[]): HtmlValue {
  return (
    own.length > 0 &&
    html`<p class="error" id="${fieldId(name)}-error">${own.map(({ message }) => message).join(" ")}</p>`
  );
}

/** The errors of the field and of values inside it. */
function errorsAt({ name, errors }: Field): readonly FormError[] {
  return errors.filter(({ path }) => isWithin(path, name));
}
