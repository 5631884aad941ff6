import { isRecord } from "../../../core/catalog/record.ts";
import type { RuledKind } from "../../../core/management/field-rules.ts";
import type { Role } from "../../../core/management/principal.ts";
import type { ManagementProblem } from "../../../core/management/problem.ts";
import type { Choice } from "../fields.ts";
import { errorsOf, type FormError, fieldId, isWithin } from "../form-error.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import type { Texts, When } from "./form.ts";
import { OpenErrors } from "./open-errors.ts";
import type { Sibling } from "./text-format.ts";

export type Entry = readonly [name: string, text: string];
export type Body = Readonly<Record<string, unknown>>;

/** The context of the members of an object in a form. */
export interface Scope {
  readonly role: Role;
  /** The kind of the object if its members have rules by role. */
  readonly kind?: RuledKind | undefined;
  readonly isNew: boolean;
  /** Members without a field. */
  readonly kept?: readonly string[] | undefined;
  readonly required: boolean | "api";
}

/** A part of a form: a field, a nested object, a section, or a list. `at` is the path of the object around it. */
export interface Part {
  /** The member of the object. Empty: a section, which has several members. */
  readonly name: string;
  readonly when?: When | undefined;
  /** The parts inside. */
  readonly parts: readonly Part[];
  /** The label of a field. */
  readonly label?: string | undefined;
  /** The labels of its choices, by value. */
  readonly choices?: readonly Choice[] | undefined;
  readonly write: (value: unknown, at: string, sibling: Sibling) => readonly Entry[];
  /** Returns the value as the API expects it. Invalid texts stay texts, so that the API reports them. */
  readonly read: (texts: Texts, at: string) => unknown;
  /** Whether the optional object around it is given. */
  readonly isGiven: (texts: Texts, at: string) => boolean;
  readonly draw: (place: Place) => Html;
  /** Adds an item to a list. */
  readonly add?: (texts: Texts, path: string, kind: string) => Texts;
}

/** The place in the page where a part is drawn. */
export interface Place {
  readonly at: string;
  /** The item around it, such as ` of block 1 of scene 2`. */
  readonly of: string;
  readonly texts: Texts;
  readonly errors: OpenErrors;
}

/** Writes an object as texts. Absent values have their initial texts. */
export function writeParts(parts: readonly Part[], value: unknown, at = ""): readonly Entry[] {
  const members = new Map(Object.entries(isRecord(value) ? value : {}));
  const sibling: Sibling = (name) => members.get(name);
  return parts.flatMap(({ name, write }) => write(name === "" ? value : members.get(name), at, sibling));
}

/** Reads an object as the API expects it, without empty fields. */
export function readParts(parts: readonly Part[], texts: Texts, at = ""): Body {
  const members = activeIn(parts, texts).flatMap(({ name, read }) => {
    const value = read(texts, at);
    return name === "" && isRecord(value) ? Object.entries(value) : [[name, value] as const];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Draws the fields of a form with their texts, valid or not, and the errors of the API. */
export function drawForm(parts: readonly Part[], texts: Texts, refused?: ManagementProblem): DrawnForm {
  const refusals = refused === undefined ? [] : errorsOf(refused);
  const errors = new OpenErrors(
    refusals.map((error) => ({ ...error, message: inLabels(error.message, parts) })),
  );
  const fields = drawParts(parts, { at: "", of: "", texts, errors });
  return { fields, errors: errors.all() };
}

/** A message of the API with labels instead of the names of fields and choices. A name that is a common word stays. */
function inLabels(message: string, parts: readonly Part[]): string {
  return parts.reduce((text, { name, label, choices = [], parts: inside }) => {
    if (label === undefined) return inLabels(text, inside);
    const chosen = choices.reduce(
      (own, [value, choice]) => own.replace(`${name} to ${value}`, `“${label}” to “${choice}”`),
      text,
    );
    return /[A-Z]/.test(name) ? chosen.replace(new RegExp(`\\b${name}\\b`, "g"), () => `“${label}”`) : chosen;
  }, message);
}

export interface DrawnForm {
  readonly fields: readonly Html[];
  readonly errors: readonly FormError[];
}

export function drawParts(parts: readonly Part[], place: Place): readonly Html[] {
  const active = activeIn(parts, place.texts);
  return parts.map((part) =>
    active.includes(part) ? part.draw(place) : hiddenTexts(pathOf(place.at, part.name), place.texts),
  );
}

/** The texts inside a path, so that a part that the object does not have now is not lost. */
export function hiddenTexts(path: string, texts: Texts): Html {
  const own = [...texts].filter(([name]) => isWithin(name, path));
  return html`${own.map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}`;
}

function activeIn(parts: readonly Part[], texts: Texts): readonly Part[] {
  return parts.filter(({ when }) => when?.(texts) !== false);
}

/** The path of a member. */
export function pathOf(at: string, name: string): string {
  return at === "" || name === "" ? at + name : `${at}.${name}`;
}

export function idOf(path: string): Html {
  return html` id="${fieldId(path)}" tabindex="-1"`;
}

export function hintOf(hint: string | undefined): HtmlValue {
  return hint !== undefined && html`<p class="hint">${hint}</p>`;
}

/** The errors of exactly this path. */
export function messagesAt(path: string, label: string, { of, errors }: Place): HtmlValue {
  const own = errors.take(path, label + of);
  return own.length > 0 && html`<p class="error">${own.map(({ message }) => message).join(" ")}</p>`;
}
