export type * from "../catalog/entities.ts";
export type * from "../catalog/topic.ts";
export { versionCreative } from "../catalog/version.ts";
export { declarationOf } from "../topics/declaration.ts";
export type { CatalogDocument } from "./catalog-document.ts";
export type { FieldChange } from "./field-change.ts";
export { type CatalogPlan, type PlannedChange, planCatalog } from "./plan.ts";
export { type CatalogRules, type ParsedCatalog, parseCatalog } from "./schema.ts";
