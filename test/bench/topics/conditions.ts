import type { Topic } from "../../../core/catalog/topic.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";
import { type Declared, type Question, readDeclared, readQuestions } from "./read-questions.ts";

/** How a catalogue is declared: drawn at random from a set of questions. */
export interface Condition {
  readonly set: string;
  readonly topics: number;
  /** Examples of each topic; `mixed`: drawn for each topic from {@link mixedExamples}. */
  readonly examples: number | "mixed";
  readonly outOfScope: number;
  /** Whether topics have the phrases of the file. */
  readonly hasPhrases: boolean;
}

/** A question that nothing was learned from. */
export interface Asked {
  readonly text: string;
  /** The id of the topic; empty for an out-of-scope question. */
  readonly topicId: string;
  /** Whether the declared out-of-scope questions have others of the same intent. */
  readonly isKnownIntent: boolean;
}

/** A drawn catalogue, and questions to ask. */
export interface Draw {
  readonly topics: readonly Topic[];
  readonly asked: readonly Asked[];
}

const mixedExamples = [2, 5, 20, 100, 300];
const exampleCounts = [1, 2, 5, 10, 20, 100, 300] as const;
const quickExampleCounts = [2, 10, 50] as const;
const outOfScopeCounts = [0, 1, 20, 200, 2_000];
const quickOutOfScopeCounts = [0, 20, 2_000];
/** The most questions that are asked: of all topics, and of each kind of out-of-scope questions. */
const maxAsked = 400;
const maxOutOfScopeAsked = 300;
/** At most this share of the questions of a topic is learned from. */
const maxLearned = 0.6;

/** Sets with the number of their topics; `?` has phrases. */
const sets: readonly (readonly [set: string, topics: readonly number[], quick: number])[] = [
  ["clinc_ads22", [1, 2, 5, 22], 22],
  ["clinc_ads22?", [1, 2, 5, 22], 22],
  ["clinc150", [3, 20, 100], 30],
  ["banking77", [1, 3, 10, 40], 20],
  ["stackoverflow20", [2, 5, 15], 15],
  ["stackoverflow20?", [1, 5, 15], 15],
  ...["en", "de", "it", "nl"].map((language) => [`xsid_${language}`, [1, 3, 6], 6] as const),
  ...["eng_Latn", "deu_Latn", "rus_Cyrl", "zho_Hans"].map((name) => [`sib200_${name}`, [2, 5], 5] as const),
];

/** The conditions to measure, all or a quick part of them. */
export function listConditions(isQuick: boolean): readonly Condition[] {
  return sets.flatMap(([set, topicCounts, quick]) =>
    (isQuick ? [quick] : topicCounts).flatMap((topics) =>
      ([...(isQuick ? quickExampleCounts : exampleCounts), "mixed"] as const).flatMap((examples) =>
        (isQuick ? quickOutOfScopeCounts : outOfScopeCounts)
          .filter((outOfScope) => topics > 1 || outOfScope > 0)
          .map((outOfScope) => ({
            set: set.replace("?", ""),
            topics,
            examples,
            outOfScope,
            hasPhrases: set.endsWith("?"),
          })),
      ),
    ),
  );
}

/** The questions of a set by intent, and the topic of each intent; out-of-scope intents have none. */
interface Intents {
  readonly questions: ReadonlyMap<string, readonly string[]>;
  readonly topicOf: ReadonlyMap<string, string>;
}

const files = new Map<string, Promise<readonly Question[]>>();

function read(file: string): Promise<readonly Question[]> {
  const known = files.get(file) ?? readQuestions(file);
  files.set(file, known);
  return known;
}

async function readIntents(set: string): Promise<Intents> {
  const isClinc = set.startsWith("clinc");
  const name = isClinc
    ? "clinc_ads22_train"
    : set === "banking77" || set.startsWith("sib")
      ? `${set}_train`
      : set;
  const found = await read(`${name === "stackoverflow20" ? "stackoverflow20_half1" : name}.tsv`);
  const intentOf = ({ note, topics }: Question): string => (isClinc ? note : (topics[0] ?? "none"));
  const byIntent = Map.groupBy(found, intentOf);
  const topicOf = new Map<string, string>();
  for (const [intent, [first]] of byIntent) {
    const topic = set === "clinc150" && intent !== "oos" ? intent : first?.topics[0];
    if (topic !== undefined) topicOf.set(intent, topic);
  }
  return { questions: new Map([...byIntent].map(([id, all]) => [id, all.map(({ text }) => text)])), topicOf };
}

async function readPhrases({ set, hasPhrases }: Condition): Promise<readonly Declared[]> {
  return hasPhrases ? readDeclared(`${set}_topics.json`, "en") : [];
}

/** Draws a catalogue. Half of the intents that are no topic are out of scope; the others are left out and asked for. */
export async function draw(condition: Condition, seed: number): Promise<Draw> {
  const { topics, asked } = await drawGrowth(condition, condition, seed);
  return { topics, asked };
}

/** The same catalogue with fewer and with more declared questions, which are asked of neither. */
export interface Growth extends Draw {
  readonly grown: readonly Topic[];
}

/** Draws a catalogue of `grown`, and the same one with only the examples and out-of-scope questions of `condition`. */
export async function drawGrowth(condition: Condition, grown: Condition, seed: number): Promise<Growth> {
  const prng = createPrng(seed);
  const { questions, topicOf } = await readIntents(condition.set);
  const declared = await readPhrases(condition);
  const ids = new Set(shuffled([...new Set(topicOf.values())], prng).slice(0, condition.topics));
  const rest = shuffled(
    [...questions.keys()].filter((intent) => !ids.has(topicOf.get(intent) ?? "")),
    prng,
  );
  const isDeclared = (intent: string, index: number): boolean =>
    grown.outOfScope > 0 && (index % 2 === 0 || intent === "none" || intent === "oos");
  const textsOf = (intents: readonly string[]): readonly string[] =>
    shuffled(
      intents.flatMap((intent) => questions.get(intent) ?? []),
      prng,
    );
  const known = textsOf(rest.filter(isDeclared));
  const outOfScopeOf = ({ outOfScope }: Condition): readonly string[] =>
    known.slice(0, Math.min(outOfScope, Math.floor(maxLearned * known.length)));
  const reserved = outOfScopeOf(grown).length;
  const isMixed = [condition, grown].some(({ examples }) => examples === "mixed");
  const unknown = textsOf(rest.filter((intent, index) => !isDeclared(intent, index)));
  const drawn = [...ids].sort().map((id) => {
    const texts = textsOf([...questions.keys()].filter((intent) => topicOf.get(intent) === id));
    const most = Math.floor(maxLearned * texts.length);
    const picked = isMixed ? prng.pick(mixedExamples) : 0;
    const countOf = ({ examples }: Condition): number =>
      Math.min(examples === "mixed" ? picked : examples, most);
    return { id, texts, countOf, count: countOf(grown) };
  });
  const perTopic = Math.ceil(maxAsked / drawn.length);
  const declare = (declaredBy: Condition): readonly Topic[] =>
    drawn.map(({ id, texts, countOf }, index): Topic => {
      const file = declared.find((topic) => topic.id === id);
      return {
        id,
        name: file?.name ?? id.replaceAll(/[_/-]/gu, " "),
        phrases: file === undefined ? {} : { en: file.keywords },
        examples: texts.slice(0, countOf(declaredBy)),
        ...(index === 0 && { outOfScopeExamples: outOfScopeOf(declaredBy) }),
      };
    });
  return {
    topics: declare(condition),
    grown: declare(grown),
    asked: [
      ...drawn.flatMap(({ id, texts, count }) =>
        texts.slice(count, count + perTopic).map((text) => ({ text, topicId: id, isKnownIntent: true })),
      ),
      ...known
        .slice(reserved)
        .slice(0, maxOutOfScopeAsked)
        .map((text) => ({ text, topicId: "", isKnownIntent: true })),
      ...unknown.slice(0, maxOutOfScopeAsked).map((text) => ({ text, topicId: "", isKnownIntent: false })),
    ],
  };
}

function shuffled<T>(items: readonly T[], prng: Prng): readonly T[] {
  return items
    .map((item) => ({ item, place: prng.below(2 ** 32) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
