import type { ApiKeyRecord, Campaign, Creative, Platform } from "../catalog/entities.ts";
import type { EntityKind } from "../storage/catalog-change.ts";
import type { Role } from "./principal.ts";

/** The rule for one field of an object that a role creates or replaces. */
export type FieldRule =
  /** The role sets it like the operator. */
  | { readonly rule: "set" }
  /** Only the operator sets it. The role omits it: `initial` on creation, unchanged on replacement. */
  | { readonly rule: "operator"; readonly initial: string | number | undefined }
  /** Names the owner. The role omits it: always the role's own publisher or advertiser. */
  | { readonly rule: "own" }
  /** The role sends the id of one of its campaigns, whose price is at least the least price. */
  | { readonly rule: "own_campaign" }
  /** The role sets it to at least `leastPriceMicros` of the settings. */
  | { readonly rule: "least_price" }
  /** The role sets it, and its text contains the role's own advertiser's name, which the operator gave. */
  | { readonly rule: "names_advertiser" }
  /** The role sets it to one of these values. */
  | { readonly rule: "one_of"; readonly values: readonly string[] };

/**
 * The kinds with rules: those that a role other than the operator creates, and that have fields reserved for the
 * operator.
 */
export type RuledKind = EntityKind | "api_key";

/** The rules of a kind, by field. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** One rule for each field, checked by the compiler. */
type RulesFor<T> = { readonly [Field in keyof Required<T>]: FieldRule };

const set: FieldRule = { rule: "set" };
const own: FieldRule = { rule: "own" };
const operator: FieldRule = { rule: "operator", initial: undefined };

/** The revenue share of a platform that its publisher registers, in basis points, until the operator changes it. */
const initialRevenueShareBps = 5_000;

const platformOfPublisher: RulesFor<Platform> = {
  id: set,
  publisherId: own,
  name: set,
  status: { rule: "operator", initial: "active" },
  allowedOrigins: set,
  placements: set,
  revenueShareBps: { rule: "operator", initial: initialRevenueShareBps },
  sensitivePhrases: set,
  // Only the operator narrows where no ad stands.
  allowedSubjects: operator,
  excludedAdvertisers: set,
  excludedTopics: set,
  excludedFormats: set,
  review: operator,
  proposed: operator,
};

const keyOfPublisher: RulesFor<Pick<ApiKeyRecord, "publisherId" | "mode" | "label">> = {
  publisherId: own,
  mode: { rule: "one_of", values: ["live", "test"] },
  label: set,
};

const campaignOfAdvertiser: RulesFor<Campaign> = {
  id: set,
  advertiser: own,
  // People read it beside the ad, so nobody names a payer but the operator.
  payer: operator,
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
  excludedPlacements: set,
  excludedPlatforms: set,
  excludedTopics: set,
  frequencyCap: set,
  premium: set,
  weight: { rule: "operator", initial: 1 },
};

const creativeOfAdvertiser: RulesFor<Creative> = {
  id: set,
  campaignId: { rule: "own_campaign" },
  format: set,
  language: set,
  disclosure: { rule: "names_advertiser" },
  scenes: set,
  bot: set,
  review: operator,
  proposed: operator,
};

/**
 * The single table of write permissions: kinds of objects and their fields, by role. A role does not write kinds
 * without an entry. The operator writes all fields of all kinds. Routes, the console's forms and /openapi.json follow
 * this table.
 */
export const fieldRules: Readonly<
  Record<Exclude<Role, "operator">, Readonly<Partial<Record<RuledKind, FieldRules>>>>
> = {
  publisher: { platform: platformOfPublisher, api_key: keyOfPublisher },
  advertiser: { campaign: campaignOfAdvertiser, creative: creativeOfAdvertiser },
};

/**
 * The rules for objects of this kind that this role writes. `undefined`: the role is the operator, who sets every
 * field, or the role does not write this kind.
 */
export function rulesOf(role: Role, kind: RuledKind): FieldRules | undefined {
  return role === "operator" ? undefined : fieldRules[role][kind];
}

/** The roles that create, replace and remove objects of this kind; the operator first. */
export function writersOf(kind: RuledKind): readonly Role[] {
  const others = (["publisher", "advertiser"] as const).filter(
    (role) => fieldRules[role][kind] !== undefined,
  );
  return ["operator", ...others];
}

/** Whether this role sends this field. Omitted fields belong to the operator or name the owner. */
export function maySet(role: Role, kind: RuledKind, field: string): boolean {
  if (role === "operator") return true;
  const rule = fieldRules[role][kind]?.[field]?.rule;
  return rule !== undefined && rule !== "operator" && rule !== "own";
}

/** The values, among `all`, that this role may set a field to. */
export function choicesOf<Value extends string>(
  role: Role,
  kind: RuledKind,
  field: string,
  all: readonly Value[],
): readonly Value[] {
  const rule = rulesOf(role, kind)?.[field];
  return rule?.rule === "one_of" ? all.filter((value) => rule.values.includes(value)) : all;
}
