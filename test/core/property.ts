import fc from "fast-check";

/** `HANDBILL_TEST_SEED` repeats a run; a failure prints the seed that it was found with. */
export const seed: number = Number(process.env["HANDBILL_TEST_SEED"] ?? Date.now() % 2 ** 31);

export function holds<T>(property: fc.IProperty<T>, numRuns = 300): void {
  fc.assert(property, { seed, numRuns });
}

export async function holdsLater<T>(property: fc.IAsyncProperty<T>, numRuns = 100): Promise<void> {
  await fc.assert(property, { seed, numRuns });
}

/** Any text that the core lets in: well-formed Unicode. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: "binary", maxLength: 40 });
export const anyBytes: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 80 });
