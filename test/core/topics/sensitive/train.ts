/**
 * Trains the shipped models of the sensitive subjects: `node test/core/topics/sensitive/train.ts [--write]`. They learn from
 * `questions/development`, `hard`, `everyday` and `broad`. The ordinary texts of `everyday` set the threshold, each scored by a
 * model that was trained without it. Prints what to expect for each language. `--write` replaces
 * `core/topics/sensitive/subject-models.ts`.
 */
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { sensitiveSubjects } from "../../../../core/catalog/sensitive-subjects.ts";
import { runSync } from "../../../../core/timing/cooperative-task.ts";
import { digestBytes } from "../../../../core/topics/declaration.ts";
import { createEvidenceReader, partsOf } from "../../../../core/topics/sensitive/evidence.ts";
import {
  loadCertainExpressions,
  loadShippedSubjects,
} from "../../../../core/topics/sensitive/load-shipped.ts";
import { marginOf } from "../../../../core/topics/sensitive/sensitive-matcher.ts";
import { createSubjectModel } from "../../../../core/topics/sensitive/subject-model.ts";
import {
  type LearnedWeights,
  type TrainedTopic,
  writeTrained,
} from "../../../../core/topics/trained-document.ts";
import { type LinearModel, solve } from "../../../../core/topics/training/solver.ts";
import {
  createTrainingSet,
  type Example,
  type TrainingSet,
} from "../../../../core/topics/training/training-set.ts";
import { foldedWords } from "../../../../core/topics/words.ts";
import { type LabelledQuestion, readQuestions } from "./read-questions.ts";

const folds = 5;
/** The share of ordinary texts of `everyday` that get no ad. */
const maxLost = 0.0105;
const mostJoined = 25;
/** Neighbours in a file are often about the same. */
const ownDistance = 37;
/** Features that the model of any subject keeps of words and of n-grams each, and those that the model of one subject keeps. */
const keptOfAny = 90_000;
const keptOfSubject = 3_000;
/** The resolution of weights: the strongest has as many units. */
const strongestUnits = 200;
const million = 1e6;

const folder = join(import.meta.dirname, "questions");
const read = (part: string): readonly LabelledQuestion[] =>
  globSync(`${part}/*.tsv`, { cwd: folder })
    .sort()
    .flatMap((file) => readQuestions(join(folder, file)));
const everyday = read("everyday");
const questions = [...everyday, ...read("development"), ...read("hard"), ...read("broad")];
const evidenceIn = createEvidenceReader(await loadShippedSubjects(), await loadCertainExpressions());
/** Ordinary texts are learned in parts, as they are read. Of a sensitive text nobody knows which part is. */
const whole = questions.flatMap(({ text, subject }, question) =>
  (subject === undefined ? countedParts(text) : [foldedWords(text)]).map((words) => ({
    question,
    subject,
    words,
  })),
);
const pieces = [...whole, ...joinOrdinary()].map((piece) => ({
  ...piece,
  words: evidenceIn(piece.words, []).words,
}));
const examples = pieces.map(
  ({ words, subject }): Example => ({
    words,
    topics: new Set(subject === undefined ? [] : [sensitiveSubjects.indexOf(subject)]),
    isQuestion: true,
    weight: 1,
  }),
);
const counted = runSync(createTrainingSet(examples));
const allRows = Int32Array.from(examples.keys());
const isAny = labelsOf(({ topics }) => topics.size > 0);
const threshold = calibrate(await crossValidate());
if (process.argv.includes("--write")) write();

/** Windows are left out: their words are learned with their sentence. */
function countedParts(text: string): readonly (readonly string[])[] {
  return partsOf(text, evidenceIn).flatMap(({ parts }) => parts.map(({ words }) => words));
}

function labelsOf(isPositive: (example: Example) => boolean): Int8Array {
  return Int8Array.from(examples, (example) => (isPositive(example) ? 1 : -1));
}

/** A piece may join sentences about different things. So each ordinary short text is also learned together with another one. */
function joinOrdinary(): typeof whole {
  const shortest = whole.filter(({ subject, words }) => subject === undefined && words.length < mostJoined);
  const languages = Map.groupBy(shortest, ({ question }) => questions[question]?.language);
  return [...languages.values()].flatMap((own) =>
    own.map(({ question, words }, index) => {
      const other = own[(index + ownDistance) % own.length]?.words ?? [];
      return { question, subject: undefined, words: [...words, ...other] };
    }),
  );
}

interface Trained {
  readonly set: TrainingSet;
  readonly model: LinearModel;
}

function train(labels: Int8Array, rows: Int32Array): Trained {
  const set = weighByClass(labels, rows);
  return { set, model: runSync(solve(set, { rows, labels, costs: balancedCosts(labels, rows) })) };
}

/** In each language both sides cost as much, so that no language is sensitive by itself. */
function balancedCosts(labels: Int8Array, rows: Int32Array): Float64Array {
  const counts = new Map<string, number>();
  const key = (row: number, label: number): string =>
    `${questions[pieces[row]?.question ?? 0]?.language} ${label}`;
  for (const row of rows) {
    const own = key(row, labels[row] ?? 0);
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return Float64Array.from(labels, (label, row) => {
    const [own, other] = [counts.get(key(row, label)) ?? 1, counts.get(key(row, -label)) ?? 1];
    return Math.sqrt(other / own);
  });
}

/** Scales each feature by how much more likely it is on one side (Wang and Manning, ACL 2012). */
function weighByClass(labels: Int8Array, rows: Int32Array): TrainingSet {
  const smoothing = 0.5;
  const newSide = (): Float64Array => new Float64Array(counted.features.length).fill(smoothing);
  const [positive, negative] = [newSide(), newSide()];
  for (const row of rows) {
    const side = labels[row] === 1 ? positive : negative;
    for (let at = counted.rows[row] ?? 0; at < (counted.rows[row + 1] ?? 0); at++) {
      const column = counted.columns[at] ?? 0;
      side[column] = (side[column] ?? 0) + 1;
    }
  }
  const sum = (side: Float64Array): number => side.reduce((total, value) => total + value, 0);
  const odds = sum(positive) / sum(negative);
  const ratios = positive.map((count, column) =>
    Math.abs(Math.log(count / ((negative[column] ?? 1) * odds))),
  );
  return {
    ...counted,
    values: counted.values.map((value, at) => value * (ratios[counted.columns[at] ?? 0] ?? 0)),
    scales: counted.scales.map((scale, column) => scale * (ratios[column] ?? 0)),
  };
}

/** The evidence in each text of `everyday` by a model that was trained without it. */
async function crossValidate(): Promise<readonly number[]> {
  const found: number[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = (question: number): boolean => question < everyday.length && question % folds === fold;
    const trained = train(
      isAny,
      allRows.filter((row) => !isHeldOut(pieces[row]?.question ?? 0)),
    );
    const score = createSubjectModel({
      any: writeTrained(quantise(trained, keptOfAny, 0)),
      subjects: [],
    }).score;
    for (const [question, { text }] of everyday.entries()) {
      if (!isHeldOut(question)) continue;
      const pieces = partsOf(text, evidenceIn);
      const parts = pieces.flatMap((piece) => [...piece.parts, ...piece.windows()]);
      const scores = parts.map(({ evidence }) => score(evidence.words).score);
      found[question] = Math.max(...scores) - marginOf(pieces);
    }
  }
  return found;
}

/** Prints recall and losses by language, and returns the threshold. */
function calibrate(found: readonly number[]): number {
  const select = (isWanted: (question: LabelledQuestion) => boolean): readonly number[] =>
    found.filter((_, index) =>
      isWanted(everyday[index] ?? { language: "", label: "", text: "", subject: undefined }),
    );
  const ordinary = select(({ label }) => label === "none").toSorted((one, other) => other - one);
  const least = ordinary[Math.floor(maxLost * ordinary.length)] ?? 0;
  const share = (isWanted: (question: LabelledQuestion) => boolean): string => {
    const values = select(isWanted);
    const lost = values.filter((value) => value > least).length;
    return `${((100 * lost) / Math.max(1, values.length)).toFixed(1)} % of ${values.length}`;
  };
  for (const language of [...new Set(everyday.map((question) => question.language))].sort()) {
    const [sensitive, none, near] = [
      share((question) => question.language === language && question.subject !== undefined),
      share((question) => question.language === language && question.label === "none"),
      share((question) => question.language === language && question.label === "near"),
    ];
    process.stdout.write(`${language}: recognised ${sensitive}, ordinary ${none}, near ${near}\n`);
  }
  process.stdout.write(`threshold ${least.toFixed(3)}, ${counted.features.length} features\n`);
  return least;
}

function write(): void {
  const any = writeTrained(quantise(train(isAny, allRows), keptOfAny, threshold));
  const lines = sensitiveSubjects.map((subject, index) => {
    const labels = labelsOf(({ topics }) => topics.has(index));
    const model = writeTrained(quantise(train(labels, allRows), keptOfSubject, 0));
    return `    {\n      subject: "${subject}",\n      model:\n        "${model}",\n    },\n`;
  });
  writeFileSync(
    join(import.meta.dirname, "../../../../core/topics/sensitive/subject-models.ts"),
    `import type { SubjectModels } from "./subject-model.ts";

/** Made by \`node test/core/topics/sensitive/train.ts --write\`. */
export const subjectModels: SubjectModels = {
  any:
    "${any}",
  subjects: [
${lines.join("")}  ],
};
`,
  );
}

/** The model as integers, with the features that change most scores. */
function quantise({ set, model }: Trained, kept: number, least: number): TrainedTopic {
  const uses = new Float64Array(set.features.length);
  for (const column of set.columns) uses[column] = (uses[column] ?? 0) + 1;
  const weights = set.features.map((feature, column) => {
    const weight = (model.weights[column] ?? 0) * (set.scales[column] ?? 0);
    return { feature, column, weight, effect: Math.abs(weight) * Math.sqrt(uses[column] ?? 0) };
  });
  const strongest = weights.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 0);
  const unit = Math.ceil((strongest * million) / strongestUnits);
  const keep = (kind: number): LearnedWeights => {
    const some = weights
      .filter(({ column }) => set.isNgram[column] === kind)
      .map(({ feature, weight, effect }) => ({
        feature,
        effect,
        units: Math.round((weight * million) / unit),
      }))
      .filter(({ units }) => units !== 0)
      .sort((a, b) => b.effect - a.effect || a.feature - b.feature)
      .slice(0, kept)
      .sort((a, b) => a.feature - b.feature);
    return {
      features: Int32Array.from(some, ({ feature }) => feature),
      weights: Int32Array.from(some, ({ units }) => units),
    };
  };
  return {
    digest: new Uint8Array(digestBytes),
    bias: Math.round(model.bias * million),
    threshold: Math.round(least * million),
    unit,
    undecided: [],
    words: keep(0),
    ngrams: keep(1),
    forecast: { examples: 0, recognised: 0, falseMatches: 0, outOfScope: 0, overlaps: [] },
  };
}
