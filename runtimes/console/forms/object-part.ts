import { maySet } from "../../../core/management/field-rules.ts";
import type { Role } from "../../../core/management/principal.ts";
import { html } from "../html.ts";
import { fieldPart } from "./field-part.ts";
import type { Fields, Form, GroupSpec } from "./form.ts";
import { listPart } from "./list-part.ts";
import {
  drawParts,
  hintOf,
  idOf,
  messagesAt,
  type Part,
  pathOf,
  readParts,
  type Scope,
  writeParts,
} from "./part.ts";
import { type Members, membersOf } from "./schema-members.ts";

/** The parts of a form that a role sees. Throws if form and schema do not fit: that is a bug. */
export function partsOf({ schema, fields, ...form }: Form, role: Role, isNew: boolean): readonly Part[] {
  return objectParts(fields, membersOf(schema), { ...form, role, isNew, required: true });
}

function objectParts(fields: Fields, members: Members, scope: Scope): readonly Part[] {
  const { kept = [] } = scope;
  const described = Object.entries(fields).flatMap(([name, spec]) =>
    Object.keys(sectionOf(name, spec, members)?.fields ?? { [name]: spec }),
  );
  const missing = [...members.keys()].filter((name) => ![...kept, ...described].includes(name));
  if (missing.length > 0) throw new Error(`Describe these fields of the form: ${missing.join(", ")}.`);
  return partsIn(fields, members, scope);
}

/** The section of this name. `undefined`: it is a member. */
function sectionOf(name: string, spec: Fields[string], members: Members): GroupSpec | undefined {
  if (typeof spec === "string" || "label" in spec || "item" in spec) return undefined;
  return members.has(name) ? undefined : spec;
}

function partsIn(fields: Fields, members: Members, scope: Scope): readonly Part[] {
  const { role, kind, isNew, required } = scope;
  return Object.entries(fields).flatMap(([name, spec]): readonly Part[] => {
    const section = sectionOf(name, spec, members);
    if (section) {
      const parts = partsIn(section.fields, members, scope);
      return parts.length === 0 ? [] : [groupPart("", section, parts, role)];
    }
    const member = members.get(name);
    if (member === undefined) throw new Error(`The schema has no field ${name}: correct the form.`);
    if ((name === "id" && !isNew) || (kind !== undefined && !maySet(role, kind, name))) return [];
    if (typeof spec === "string") return [fieldPart(name, { label: spec }, member, scope)];
    if ("label" in spec) return [fieldPart(name, spec, member, scope)];
    const inner = (own: Fields, its: Members, isRequired: Scope["required"]) =>
      objectParts(own, its, { role, isNew: true, required: isRequired });
    if ("item" in spec) return [listPart(name, spec, member, (own, its) => inner(own, its, "api"))];
    const parts = inner(spec.fields, membersOf(member.schema), !member.isOptional && required);
    return [groupPart(name, spec, parts, role)];
  });
}

/** A nested object, or a section. */
function groupPart(name: string, spec: GroupSpec, parts: readonly Part[], role: Role): Part {
  const { legend, when } = spec;
  const hint = typeof spec.hint === "function" ? spec.hint(role) : spec.hint;
  const isGiven: Part["isGiven"] = (texts, at) => parts.some((part) => part.isGiven(texts, pathOf(at, name)));
  return {
    name,
    when,
    parts,
    isGiven,
    write: (value, at) => writeParts(parts, value, pathOf(at, name)),
    read: (texts, at) =>
      name === "" || isGiven(texts, at) ? readParts(parts, texts, pathOf(at, name)) : undefined,
    draw: (place) => {
      const at = pathOf(place.at, name);
      const before = place.errors.taken;
      const inside = drawParts(parts, { ...place, at });
      if (spec.isMore) {
        const isOpen = place.errors.taken > before || isGiven(place.texts, place.at);
        return html`<details class="more long"${isOpen && html` open`}><summary>${legend}</summary>${hintOf(hint)}<div class="pair">${inside}</div></details>`;
      }
      if (legend === undefined) return html`${inside}`;
      return html`<fieldset${name !== "" && idOf(at)}><legend>${legend}</legend>${hintOf(hint)}${name !== "" && messagesAt(at, legend, place)}<div class="pair">${inside}</div></fieldset>`;
    },
  };
}
