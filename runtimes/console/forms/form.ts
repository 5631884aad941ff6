import type * as v from "valibot";
import type { RuledKind } from "../../../core/management/field-rules.ts";
import type { Role } from "../../../core/management/principal.ts";
import type { TextArea, TextField } from "../fields.ts";
import type { TextFormat } from "./text-format.ts";

/** The texts in a form, by field. The name of a field is the path of its value in the API's body. */
export type Texts = ReadonlyMap<string, string>;

/** A form for an object. The schema tells the kinds of fields, the choices, the defaults, and which fields are required. */
export interface Form {
  readonly schema: v.GenericSchema;
  /** The kind whose rules by role hold (`field-rules.ts`). Absent: every role sets every field. */
  readonly kind?: RuledKind;
  /** Every field of the schema is here or in `kept`. */
  readonly fields: Fields;
  /** Fields that are not in the form. A saved object keeps them. */
  readonly kept?: readonly string[];
}

/** Fields in the order of the form, by name. A text is a label. A group whose name the schema does not know is a section of the form. */
export type Fields = Readonly<Record<string, string | FieldSpec | GroupSpec | ListSpec>>;

/** The part of a field that its schema cannot tell. */
export interface FieldSpec
  extends Partial<Pick<TextField, "hint" | "type" | "long" | "maxLength" | "zones" | "perView">>,
    Partial<Pick<TextArea, "rows">> {
  readonly label: string;
  /** Default: by the schema. */
  readonly format?: TextFormat;
  /** The text in a new form. Default: the default of the schema. */
  readonly initial?: string;
  /** The labels of choices; `""` is no choice. Default: the values. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Default: by the schema. */
  readonly required?: boolean;
}

/** Whether the object has a part, by its other texts. Default: always. */
export type When = (texts: Texts) => boolean;

/** A nested object, or a section of the form. */
export interface GroupSpec {
  readonly legend?: string;
  readonly hint?: string | ((role: Role) => string);
  readonly when?: When;
  readonly fields: Fields;
}

/** A list of objects, or a record. Each item has buttons that remove and raise it. */
export interface ListSpec {
  /** The name of an item, such as `Button`. */
  readonly item: string;
  readonly legend?: string;
  readonly hint?: string;
  readonly className?: string;
  readonly when?: When;
  /** The fields of an item whose schema has no kinds. */
  readonly fields?: Fields;
  readonly kinds?: Readonly<Record<string, { readonly label: string; readonly fields: Fields }>>;
  /** The values of an added item. */
  readonly added?: (texts: Texts) => unknown;
}

export const idHint = "Letters, digits and _ . : - ; it cannot change.";

/** The texts of a sent form. The values of checkboxes are separated by commas. */
export function textsSent(form: URLSearchParams): Texts {
  const byName = [...Map.groupBy(form, ([name]) => name)];
  return new Map(byName.map(([name, sent]) => [name, sent.map(([, text]) => text).join(", ")]));
}
