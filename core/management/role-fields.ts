import { type FieldRule, type RuledKind, rulesOf } from "./field-rules.ts";
import type { Role } from "./principal.ts";

/** The table of rules (`field-rules.ts`) applied to the body of a request that several roles send. */
export interface RoleFields {
  /** The fields that some role omits. */
  readonly optional: readonly string[];
  /** Descriptions of the rules, by field. */
  readonly words: Readonly<Record<string, string>>;
}

export function roleFields(kind: RuledKind): RoleFields {
  const rules = (["publisher", "advertiser"] as const).flatMap((role) =>
    Object.entries(rulesOf(role, kind) ?? {}).map(([field, rule]) => ({ field, rule, role })),
  );
  return {
    optional: rules
      .filter(({ rule }) => rule.rule === "operator" || rule.rule === "own")
      .map(({ field }) => field),
    words: Object.fromEntries(
      rules.flatMap(({ field, rule, role }) => {
        const words = wordsOf(rule, role);
        return words === undefined ? [] : [[field, words]];
      }),
    ),
  };
}

function wordsOf(rule: FieldRule, role: Role): string | undefined {
  switch (rule.rule) {
    case "set":
      return undefined;
    case "operator":
      return `Set by the operator. In the role ${role} omit it.`;
    case "own":
      return `Sent by the operator. In the role ${role} omit it: it is always your own.`;
    case "names_advertiser":
      return `In the role ${role} its text contains your advertiser's name.`;
    case "own_campaign":
      return `In the role ${role} one of your campaigns, whose price is at least the least price of the installation.`;
    case "least_price":
      return `In the role ${role} at least the least price of the installation.`;
    case "one_of":
      return `In the role ${role} one of: ${rule.values.join(", ")}.`;
    default:
      return rule satisfies never;
  }
}
