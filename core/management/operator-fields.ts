import type { EntityKind } from "../storage.ts";
import { fixedFields } from "./access.ts";
import type { Principal } from "./principal.ts";

const others: readonly Principal[] = [
  { role: "publisher", name: "", publisherId: "" },
  { role: "advertiser", name: "", advertiser: "" },
];

/** The fields of an object that only the operator sets, each with who sends it. */
export function operatorFields(kind: EntityKind): Readonly<Record<string, string>> {
  const fields = others.flatMap((principal) =>
    Object.keys(fixedFields(principal, kind)).map((field) => ({ field, role: principal.role })),
  );
  return Object.fromEntries(
    fields.map(({ field, role }) => [field, `Set by the operator. In the role ${role} leave it out.`]),
  );
}
