import type * as v from "valibot";
import type { RuledKind } from "../../../core/management/field-rules.ts";
import type { Role } from "../../../core/management/principal.ts";
import type { Choice, TextArea, TextField } from "../fields.ts";
import type { TextFormat } from "./text-format.ts";

/** The texts in a form, by field. The name of a field is the path of its value in the API's body. */
export type Texts = ReadonlyMap<string, string>;

/** A form for an object. The schema has the kinds of fields, the choices, the defaults, and which fields are required. */
export interface Form {
  readonly schema: v.GenericSchema;
  /** The kind whose rules by role hold (`field-rules.ts`). Absent: every role sets every field. */
  readonly kind?: RuledKind;
  /** Every field of the schema is here or in `kept`. */
  readonly fields: Fields;
  /** Fields that are not in the form. A saved object keeps them. */
  readonly kept?: readonly string[];
  /** The id of a new object whose id is empty. If it is in use, it gets a number. */
  readonly proposedId?: (body: Readonly<Record<string, unknown>>) => string;
}

/** Fields in the order of the form, by name. A text is a label. A group whose name the schema does not know is a section of the form. */
export type Fields = Readonly<Record<string, string | FieldSpec | GroupSpec | ListSpec>>;

/** The part of a field that its schema lacks. */
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
  /** The objects to choose from, instead of typing their ids. Absent: their ids are typed. */
  readonly options?: readonly Choice[] | undefined;
  /** The choice decides which other fields there are. */
  readonly redraws?: boolean;
  /** Whether the object has the field, by the texts of the form. Default: always. */
  readonly when?: When;
  /** Whether people see the field; the object has it in any case. Default: always. */
  readonly seenWhen?: When;
}

/** Whether the object has a part, by its other texts. Default: always. */
export type When = (texts: Texts) => boolean;

/** A nested object, or a section of the form. */
export interface GroupSpec {
  readonly legend?: string;
  readonly hint?: string | ((role: Role) => string);
  readonly when?: When;
  readonly fields: Fields;
  /** Closed at first: most people need none of its fields. */
  readonly isMore?: boolean;
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
  /** The kinds that the object may have. Items of other kinds are kept in the form, unseen, and are not saved. Default: all. */
  readonly kindsIn?: (texts: Texts) => readonly string[] | undefined;
  /** Whether the object may have several items. If not, further ones are kept like those of other kinds. Default: yes. */
  readonly areMany?: When;
  /** The values of an added item. */
  readonly added?: (texts: Texts) => unknown;
}

const idHint = "Letters, digits and _ . : - ; it cannot change.";

/** The section with an id that a person need not type, and with fields that few people need. */
export function moreWith(id: FieldSpec, fields: Fields = {}): GroupSpec {
  const hint = `Empty: made from the ${id.hint ?? "name"}. ${idHint}`;
  return {
    legend: "More",
    isMore: true,
    fields: { id: { required: false, ...id, hint }, ...fields },
  };
}

/** The texts of a sent form. The values of checkboxes are separated by commas. Browsers end lines by CR and LF; here it is LF alone. */
export function textsSent(form: URLSearchParams): Texts {
  const byName = [...Map.groupBy(form, ([name]) => name)];
  const textOf = ([, text]: readonly [string, string]): string => text.replaceAll("\r\n", "\n");
  return new Map(byName.map(([name, sent]) => [name, sent.map(textOf).join(", ")]));
}
