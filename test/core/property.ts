import fc from "fast-check";
import { seeds } from "./seeds.ts";

/** Checks a property with `numRuns` values from each seed; a failure prints the seed that it was found with. */
export function holds<T>(property: fc.IProperty<T>, numRuns = 300): void {
  for (const seed of seeds) fc.assert(property, { seed, numRuns });
}

export async function holdsLater<T>(property: fc.IAsyncProperty<T>, numRuns = 100): Promise<void> {
  for (const seed of seeds) await fc.assert(property, { seed, numRuns });
}

/** Any text that the core lets in: well-formed Unicode. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: "binary", maxLength: 40 });
export const anyBytes: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 80 });
