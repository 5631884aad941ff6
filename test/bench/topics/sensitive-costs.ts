import { rememberPages } from "../../../core/serving/sensitive-text.ts";
import { loadShipped } from "../../../core/topics/sensitive/load-shipped.ts";
import { createSensitiveMatcher } from "../../../core/topics/sensitive/sensitive-matcher.ts";
import { table } from "../print.ts";
import { readQuestions } from "./read-questions.ts";

const rounds = 201;
const lengths = [60, 2_048];
const goalMicros: ReadonlyMap<number, number> = new Map([
  [60, 3],
  [2_048, 100],
]);
const texts = 20;

/** How long the search for sensitive subjects takes in ordinary English, beside `JSON.parse` of the text. */
export async function sensitiveCosts(): Promise<string> {
  const shipped = await loadShipped();
  const started = performance.now();
  const find = createSensitiveMatcher(shipped);
  const compiled = performance.now() - started;
  const read = (await readQuestions("clinc_ads22_train.tsv")).map(({ text }) => text).join(". ");
  const rows = lengths.map((length) => {
    const cut = Array.from({ length: texts }, (_, index) => read.slice(index * length, (index + 1) * length));
    const documents = cut.map((text) => JSON.stringify(text));
    const ofPages = rememberPages(find);
    const [micros = 0, again = 0] = [find, ofPages].map((search) =>
      fastest(() => {
        for (const text of cut) search(text, { allowed: [], limit: 1 });
      }),
    );
    const parse = fastest(() => {
      for (const document of documents) JSON.parse(document);
    });
    const goal = goalMicros.get(length);
    const ratios = [micros / parse, again / parse].map((ratio) => ratio.toFixed(1));
    return [`${length} characters`, `${micros.toFixed(1)} µs`, ...ratios, `≤ ${goal} µs`];
  });
  return `Sensitive subjects: compiled in ${compiled.toFixed(0)} ms\n${table([["", "search", "× JSON.parse", "a page again", "goal"], ...rows])}\n`;
}

/** Microseconds for one of the texts in the fastest round. */
function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    run();
    best = Math.min(best, performance.now() - started);
  }
  return (best * 1_000) / texts;
}
