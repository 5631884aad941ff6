import type { SensitiveSubject } from "../../catalog/sensitive-subjects.ts";
import { eachFeature } from "../features.ts";
import { createModel, eachWeight, type Model } from "../model.ts";
import { createScorer } from "../scorer.ts";
import { readTrained } from "../trained-document.ts";

/** Linear models that were trained on labelled texts (`writeTrained`). */
export interface SubjectModels {
  /** Says whether a text is about a sensitive subject. */
  readonly any: string;
  /** They say which. */
  readonly subjects: readonly { readonly subject: SensitiveSubject; readonly model: string }[];
}

/** Scores the words of a piece of text. */
export interface SubjectModel {
  /** The score above which a text is about a sensitive subject. */
  readonly threshold: number;
  /** How clearly the words are about a sensitive subject. */
  readonly score: (words: readonly string[]) => ScoredSubject;
  /** The words that speak most for a sensitive subject, the strongest first. */
  readonly strongest: (words: readonly string[]) => readonly string[];
}

/** The result for one piece. */
export interface ScoredSubject {
  readonly score: number;
  /** The likeliest subject. `undefined`: there are no models of subjects. */
  readonly subject: SensitiveSubject | undefined;
}

const maxStrongest = 5;

/** Throws for models that `writeTrained` did not make. */
export function createSubjectModel(models: SubjectModels): SubjectModel {
  const trained = [models.any, ...models.subjects.map(({ model }) => model)].map((text) => {
    const topic = readTrained(text);
    if (topic === undefined) throw new Error("A model of the sensitive subjects is damaged.");
    return topic;
  });
  const model = createModel(trained);
  const score = createScorer(model, (word) => word);
  return {
    threshold: model.thresholds[0] ?? 0,
    score: (words) => {
      const { scores } = score(words);
      return { score: scores[0] ?? 0, subject: models.subjects[likeliest(scores)]?.subject };
    },
    strongest: (words) => strongestWords(words, model),
  };
}

/** The index of the likeliest subject. The scores of the subjects follow that of any subject. */
function likeliest(scores: Float64Array): number {
  let best = 0;
  for (let index = 1; index + 1 < scores.length; index++) {
    if ((scores[index + 1] ?? 0) > (scores[best + 1] ?? 0)) best = index;
  }
  return best;
}

function strongestWords(words: readonly string[], model: Model): readonly string[] {
  const sums = new Map<string, number>();
  for (const word of new Set(words)) {
    eachFeature([word], (feature) => {
      eachWeight(model, feature, (topic, weight) => {
        if (topic === 0) sums.set(word, (sums.get(word) ?? 0) + weight);
      });
    });
  }
  const strongest = [...sums].filter(([, sum]) => sum > 0).sort(([, one], [, other]) => other - one);
  return strongest.slice(0, maxStrongest).map(([word]) => word);
}
