import { StoreUnavailable } from "../kit/errors.ts";

/** The steps that a schema has, by number. A newer release has applied more than this one knows. */
export type AppliedSteps = ReadonlyMap<number, string>;

/** Throws `StoreUnavailable` where a step of the schema has another name than ours: a development version before 0.1.0 made it. */
export function refuseDevelopmentSchema(
  schema: string,
  applied: AppliedSteps,
  names: readonly string[],
): void {
  if (names.every((name, index) => (applied.get(index + 1) ?? name) === name)) return;
  throw new StoreUnavailable(
    `The schema "${schema}" was made by a development version of Handbill before 0.1.0, and stays as it is. ` +
      "Export its catalogue with that version (GET /api/v1/manage/catalog), run `handbill migrate` on a new database or " +
      "schema, and apply the catalogue there (`handbill apply`).",
    { code: "UNSUITABLE_DATABASE" },
  );
}
