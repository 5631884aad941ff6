import { createPrng } from "../../conformance/prng.ts";
import { type MadeLanguage, madeSentence } from "./made-questions.ts";
import { readQuestions } from "./read-questions.ts";

/** Questions of one length in a language. */
export interface LongQuestions {
  readonly language: string;
  readonly questions: readonly string[];
}

/** Characters of each question. */
export const questionLength = 512;
const madeQuestions = 600;
const seed = 512;

const files: readonly (readonly [language: string, files: readonly string[]])[] = [
  ["English", ["clinc_ads22_val.tsv", "banking77_train.tsv", "stackoverflow20_half1.tsv"]],
  ["German", ["sib200_deu_Latn_train.tsv", "xsid_de.tsv"]],
  ["Chinese", ["sib200_zho_Hans_train.tsv"]],
];
const made: readonly (readonly [language: string, made: MadeLanguage])[] = [
  ["Turkish, made", "tr"],
  ["Japanese, made", "ja"],
];

/** Sentences by people, mixed and joined up to the length; where there are none, sentences made of common words. */
export async function longQuestions(): Promise<readonly LongQuestions[]> {
  const read = files.map(async ([language, names]): Promise<LongQuestions> => {
    const sets = await Promise.all(names.map(readQuestions));
    return { language, questions: join(mixed(sets.flat().map(({ text }) => text))) };
  });
  const written = made.map(([language, kind]): LongQuestions => {
    const prng = createPrng(seed);
    return { language, questions: join(Array.from({ length: 20_000 }, () => madeSentence(kind, prng))) };
  });
  return [...(await Promise.all(read)), ...written.map(cut)];
}

function cut({ language, questions }: LongQuestions): LongQuestions {
  return { language, questions: questions.slice(0, madeQuestions) };
}

function join(sentences: readonly string[]): readonly string[] {
  const questions: string[] = [];
  let joined = "";
  for (const sentence of sentences) {
    joined += `${sentence} `;
    if (joined.length < questionLength) continue;
    questions.push(joined.slice(0, questionLength));
    joined = "";
  }
  return questions;
}

function mixed(sentences: readonly string[]): readonly string[] {
  const prng = createPrng(seed);
  return sentences
    .map((sentence) => ({ sentence, place: prng.below(2 ** 32) }))
    .sort((a, b) => a.place - b.place)
    .map(({ sentence }) => sentence);
}
