import { expect, test } from "vitest";
import { createEvidenceReader, partsOf } from "../../../../core/topics/sensitive/evidence.ts";
import { loadShipped } from "../../../../core/topics/sensitive/load-shipped.ts";

const { sets, certain } = await loadShipped();
const readEvidence = createEvidenceReader(sets, certain);

test("the windows of a long sentence are read only when they are asked for", () => {
  let reads = 0;
  const text = `${"we walked along the river and talked ".repeat(4)} and I want to kill myself`;
  const pieces = partsOf(text, (words, allowed) => {
    reads += 1;
    return readEvidence(words, allowed);
  });
  expect([pieces.length, reads]).toEqual([1, 1]);
  const windows = pieces.flatMap((piece) => piece.windows());
  expect(reads).toBeGreaterThan(3);
  expect(windows.map(({ words }) => words.join(" "))).toContainEqual(expect.stringMatching(/kill myself$/));
});
