import { choicesOf } from "../../../core/management/field-rules.ts";
import { type Choice, checkboxes, selectField, textArea, textField } from "../fields.ts";
import { html } from "../html.ts";
import { entriesOf } from "../lists.ts";
import type { FieldSpec } from "./form.ts";
import { type Part, pathOf, type Scope } from "./part.ts";
import { picker } from "./picker.ts";
import { choicesIn, type Member } from "./schema-members.ts";
import { commaList, lineList, plainText, type TextFormat, wholeNumber } from "./text-format.ts";

export function fieldPart(name: string, spec: FieldSpec, member: Member, scope: Scope): Part {
  const { role, kind } = scope;
  const { schema } = member;
  const isList = schema.type === "array";
  const format = spec.format ?? formatOf(name, spec, schema);
  const initial = spec.initial ?? String(member.initial ?? "");
  // A field with a default shows the default.
  const required = spec.required ?? ((!member.isOptional || Boolean(member.initial)) && scope.required);
  const none = required === false && !isList ? [""] : [];
  const all = choicesIn(schema);
  const values = all && (kind === undefined ? all : choicesOf(role, kind, name, all));
  const choices =
    values && [...none, ...values].map((value): Choice => [value, spec.choices?.[value] ?? value]);
  return {
    name,
    when: spec.when,
    parts: [],
    label: spec.label,
    choices,
    write: (value, at, sibling) => [
      [pathOf(at, name), value === undefined ? initial : format.write(value, sibling)],
    ],
    read: (texts, at) => {
      const text = texts.get(pathOf(at, name)) ?? "";
      return text.trim() === "" ? undefined : format.read(text, (other) => texts.get(pathOf(at, other)));
    },
    isGiven: (texts, at) => required !== false || !["", initial].includes(texts.get(pathOf(at, name)) ?? ""),
    draw: ({ at, of, texts, errors: open }) => {
      const path = pathOf(at, name);
      const value = texts.get(path) ?? "";
      if (spec.type === "hidden" || spec.seenWhen?.(texts) === false)
        return html`<input type="hidden" name="${path}" value="${value}">`;
      const errors = open.take(path, spec.label + of, (limit) => format.write(limit, () => undefined));
      const field = { ...spec, ...format.input, name: path, value, required, errors };
      if (spec.options !== undefined) return picker({ ...field, options: spec.options, isList }, texts);
      const redraws = spec.redraws ? (texts.get("do") === "redraw" ? "now" : "later") : undefined;
      if (choices === undefined) return spec.rows === undefined ? textField(field) : textArea(field);
      return isList
        ? checkboxes({ ...field, choices, values: entriesOf(value) ?? [] })
        : selectField({ ...field, choices, redraws });
    },
  };
}

function formatOf(name: string, { rows }: FieldSpec, schema: Member["schema"]): TextFormat {
  switch (schema.type) {
    case "string":
    case "picklist":
      return plainText(schema);
    case "number":
      return wholeNumber;
    case "array":
      return rows === undefined ? commaList : lineList;
    default:
      throw new Error(`Give the field ${name} a format: its schema is of the type ${schema.type}.`);
  }
}
