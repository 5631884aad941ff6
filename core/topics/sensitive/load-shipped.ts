import type { ShippedSubjects } from "./sensitive-matcher.ts";
import type { SensitiveSubjects } from "./subject-patterns.ts";

/** The shipped patterns, to edit them. */
export async function loadShippedSubjects(): Promise<SensitiveSubjects> {
  return (await import("./shipped-subjects.ts")).shippedSubjects;
}

/** The shipped patterns and models. They are loaded for the first text. */
export async function loadShipped(): Promise<ShippedSubjects> {
  const [sets, { subjectModels: models }] = await Promise.all([
    loadShippedSubjects(),
    import("./subject-models.ts"),
  ]);
  return { sets, models };
}
