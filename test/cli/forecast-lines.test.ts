import { expect, test } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { describeForecast } from "../../core/topics/describe-forecast.ts";
import { applyDocument } from "../../runtimes/cli/apply.ts";

/** A topic with two examples. */
const topic = (id: string): object => ({
  id,
  name: id,
  examples: [`Where do I buy ${id}?`, `Is ${id} good for me?`],
});

const store = createMemoryStore();

/** The messages of `apply` about topics. */
async function told(topics: readonly object[], plan: boolean, verbose = true): Promise<readonly string[]> {
  const lines: string[] = [];
  const terminal = { data: () => {}, talk: (line: string) => void lines.push(line) };
  const options = { plan, prune: true, json: false, verbose, allowLocalUrls: false };
  expect(await applyDocument(store, terminal, { topics }, options)).toBe(0);
  return lines.slice(1);
}

test("apply says what each trained topic will do, also with --plan, and nothing without a change", async () => {
  const topics = ["tea", "shoes"].map(topic);
  const planned = await told(topics, true);
  expect(await told(topics, false)).toEqual(planned);
  const stored = (await store.readCatalog()).catalog.topics;
  expect(planned).toEqual([
    ...stored
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((one) => {
        const { summary, advice } = describeForecast(one, stored);
        return [`topic ${one.id}: ${summary}`, `    ${advice.join(" ")}`];
      }),
    "Add out-of-scope questions: the catalogue has none. 200 are a start, 1,000 to 2,000 suffice.",
  ]);
  expect(planned[0]).toMatch(
    /^topic shoes: .+; .+ of other questions would match(?:, if they are like the declared ones)? \(a rough estimate\)\.$/,
  );
  expect(planned[1]).toMatch(/^ {4}Add examples: it has 2\./);
  expect(await told(topics, false)).toEqual([]);
});

test("a summary comes first with more than ten topics, and each topic follows with --verbose", async () => {
  const ids = Array.from({ length: 11 }, (_, n) => `topic-${n}`);
  const lines = await told(ids.map(topic), true);
  expect(lines[0]).toMatch(
    /^11 topics: .+; .+ of other questions would match a topic(?:, if they are like the declared ones)? \(a rough estimate\)\.$/,
  );
  expect(lines.filter((line) => line.startsWith("topic "))).toHaveLength(11);
  const short = await told(ids.map(topic), true, false);
  expect(short).toContain(lines[0]);
  expect(short.filter((line) => line.startsWith("topic "))).toEqual([]);
});
