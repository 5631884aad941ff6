import type { ApiKeyRecord, Campaign, Creative, Platform } from "../catalog/entities.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import type { Role } from "./principal.ts";

/** What a role may do with one field of an object that it creates or replaces. */
export type FieldRule =
  /** The role sets it as the operator does. */
  | { readonly rule: "set" }
  /** Only the operator sets it. The role leaves it out: `initial` when it creates the object, unchanged when it replaces it. */
  | { readonly rule: "operator"; readonly initial: string | number }
  /** Says whose object it is. The role leaves it out: always the role's own publisher or advertiser. */
  | { readonly rule: "own" }
  /** The role names a campaign of its own whose price is at least the least price. */
  | { readonly rule: "own_campaign" }
  /** The role sets it, to at least `leastPriceMicros` of the settings. */
  | { readonly rule: "least_price" }
  /** The role sets it, to one of these. */
  | { readonly rule: "one_of"; readonly values: readonly string[] };

/** What has rules: everything that a role other than the operator creates, and that has a field which only the operator sets. */
export type RuledKind = EntityKind | "api_key";

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** A field without a rule does not compile. */
type RulesFor<T> = { readonly [Field in keyof Required<T>]: FieldRule };

const set: FieldRule = { rule: "set" };
const own: FieldRule = { rule: "own" };

/** The share of a platform that a publisher registers itself, in basis points, until the operator sets another. */
const initialRevenueShareBps = 5_000;

const platformOfPublisher: RulesFor<Platform> = {
  id: set,
  publisherId: own,
  name: set,
  status: { rule: "operator", initial: "active" },
  allowedOrigins: set,
  placements: set,
  revenueShareBps: { rule: "operator", initial: initialRevenueShareBps },
};

const keyOfPublisher: RulesFor<Pick<ApiKeyRecord, "publisherId" | "mode" | "label">> = {
  publisherId: own,
  mode: { rule: "one_of", values: ["live", "test"] },
  label: set,
};

const campaignOfAdvertiser: RulesFor<Campaign> = {
  id: set,
  advertiser: own,
  name: set,
  status: set,
  priceMicros: { rule: "least_price" },
  totalBudgetMicros: set,
  dailyBudgetMicros: set,
  pacing: set,
  startsAt: set,
  endsAt: set,
  timeZone: set,
  hours: set,
  languages: set,
  formats: set,
  placements: set,
  platforms: set,
  topics: set,
  frequencyCap: set,
  premium: set,
  weight: { rule: "operator", initial: 1 },
};

const creativeOfAdvertiser: RulesFor<Creative> = {
  id: set,
  campaignId: { rule: "own_campaign" },
  format: set,
  language: set,
  disclosure: set,
  scenes: set,
  bot: set,
};

/**
 * The one table of what each role may write: the kinds of objects, and their fields. What has no entry the role does not
 * write at all. The operator writes everything, and every field. Routes, the console's forms and /openapi.json follow it.
 */
export const fieldRules: Readonly<
  Record<Exclude<Role, "operator">, Readonly<Partial<Record<RuledKind, FieldRules>>>>
> = {
  publisher: { platform: platformOfPublisher, api_key: keyOfPublisher },
  advertiser: { campaign: campaignOfAdvertiser, creative: creativeOfAdvertiser },
};

/** Of an object of this kind that this role writes. `undefined` for the operator, who sets every field, and for a kind that the role does not write. */
export function rulesOf(role: Role, kind: RuledKind): FieldRules | undefined {
  return role === "operator" ? undefined : fieldRules[role][kind];
}

/** The roles that create, replace and remove objects of this kind. */
export function writersOf(kind: RuledKind): readonly Role[] {
  const others = (["publisher", "advertiser"] as const).filter(
    (role) => fieldRules[role][kind] !== undefined,
  );
  return ["operator", ...others];
}

/** Whether this role sends this field at all, of a kind that it writes; what it does not send is the operator's, or says whose the object is. */
export function maySet(role: Role, kind: RuledKind, field: string): boolean {
  if (role === "operator") return true;
  const rule = fieldRules[role][kind]?.[field]?.rule;
  return rule !== undefined && rule !== "operator" && rule !== "own";
}

/** The values of a field among which this role chooses, of all that there are. */
export function choicesOf<Value extends string>(
  role: Role,
  kind: RuledKind,
  field: string,
  all: readonly Value[],
): readonly Value[] {
  const rule = rulesOf(role, kind)?.[field];
  return rule?.rule === "one_of" ? all.filter((value) => rule.values.includes(value)) : all;
}
