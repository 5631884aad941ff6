import type { ShippedSubjects } from "./sensitive-matcher.ts";
import type { SensitiveSubjects } from "./subject-patterns.ts";

/** The shipped patterns, to edit them. */
export async function loadShippedSubjects(): Promise<SensitiveSubjects> {
  return (await import("./shipped-subjects.ts")).shippedSubjects;
}

/** Expressions that have no ordinary meaning in any of the languages. */
export async function loadCertainExpressions(): Promise<readonly string[]> {
  return (await import("./certain-expressions.ts")).certainExpressions;
}

/** The shipped patterns and models. They are loaded for the first text. */
export async function loadShipped(): Promise<ShippedSubjects> {
  const [sets, certain, { subjectModels: models }] = await Promise.all([
    loadShippedSubjects(),
    loadCertainExpressions(),
    import("./subject-models.ts"),
  ]);
  return { sets, certain, models };
}
