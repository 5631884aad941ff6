export { declarationOf } from "../selection/topics/declaration.ts";
export type * from "./entities.ts";
export { type CatalogPlan, type FieldChange, type PlannedChange, planCatalog } from "./plan.ts";
export { type CatalogRules, type ParsedCatalog, parseCatalog } from "./schema.ts";
export { versionCreative } from "./version.ts";
