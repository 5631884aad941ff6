import type { Topic } from "../catalog/topic.ts";
import { fromBase64Url, toBase64Url } from "../signing/base64url.ts";
import { equalBytes, sha256 } from "../signing/hash.ts";
import { digestBytes } from "./declaration.ts";
import { featureBits } from "./features.ts";
import type { TopicForecast } from "./forecast.ts";

/** The trained model of one topic. All numbers are integers, so that they are equal on every runtime. */
export interface TrainedTopic {
  /** The digest of the declarations of all topics that it was trained from. */
  readonly digest: Uint8Array;
  /** The score of a text without features, in millionths. */
  readonly bias: number;
  /** The score from which on a question is about the topic, in millionths. */
  readonly threshold: number;
  /** One unit of `weights`, in millionths. */
  readonly unit: number;
  /** Ascending numbers of the phrases that do not decide alone, in the order of `phrasesOf`. */
  readonly undecided: readonly number[];
  /** Words and parts of words. */
  readonly words: LearnedWeights;
  /** Bigrams, and trigrams of scripts without spaces. */
  readonly ngrams: LearnedWeights;
  /** What the model will do. Its shares have a precision of a hundredth of a percent. */
  readonly forecast: TopicForecast;
}

/** Weights by feature. */
export interface LearnedWeights {
  /** Ascending. */
  readonly features: Int32Array;
  /** In units; one for each feature. */
  readonly weights: Int32Array;
}

/** The most characters of a trained topic. */
export const maxTrainedLength = 1_000_000;
/** The most features of a trained topic. */
export const maxTrainedFeatures = 100_000;

const version = 2;
/** The most overlaps of a forecast, and the most characters of a topic's id in it. */
const maxForecastItems = 128;
/** The resolution of shares in a forecast. */
const shareUnits = 10_000;
const checksumBytes = 8;
const maxNumber = 2 ** 31 - 1;

/**
 * One line of base64url: version, digest, then integers of 7 bits a byte (bias, threshold, unit, the undecided phrases as
 * differences, then words and n-grams: features as differences, weights, then the forecast), then the first bytes of the
 * SHA-256 of all that.
 */
export function writeTrained(topic: TrainedTopic): string {
  const bytes: number[] = [version, ...topic.digest];
  const put = (value: number): void => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  const putSigned = (value: number): void => put(value < 0 ? -2 * value - 1 : 2 * value);
  const putAscending = (values: ArrayLike<number>): void => {
    put(values.length);
    let last = 0;
    for (let index = 0; index < values.length; index++) {
      put((values[index] ?? 0) - last);
      last = values[index] ?? 0;
    }
  };
  putSigned(topic.bias);
  putSigned(topic.threshold);
  put(topic.unit);
  putAscending(topic.undecided);
  for (const { features, weights } of [topic.words, topic.ngrams]) {
    putAscending(features);
    for (const weight of weights) putSigned(weight);
  }
  const { examples, recognised, falseMatches, outOfScope, overlaps } = topic.forecast;
  for (const count of [examples, recognised, toUnits(falseMatches), outOfScope, overlaps.length]) put(count);
  for (const { topicId, share } of overlaps) {
    put(topicId.length);
    for (let index = 0; index < topicId.length; index++) put(topicId.charCodeAt(index));
    put(toUnits(share));
  }
  const body = Uint8Array.from(bytes);
  const whole = new Uint8Array(body.length + checksumBytes);
  whole.set(body);
  whole.set(sha256(body).subarray(0, checksumBytes), body.length);
  return toBase64Url(whole);
}

/** The forecast that travels with the model of a topic; `undefined` for a topic without a readable model. */
export function forecastOf({ trained }: Topic): TopicForecast | undefined {
  return trained === undefined ? undefined : readTrained(trained)?.forecast;
}

/** The trained topic that a text holds; `undefined` for any text that {@link writeTrained} did not make. */
export function readTrained(text: string): TrainedTopic | undefined {
  if (text.length > maxTrainedLength) return undefined;
  const whole = fromBase64Url(text);
  if (whole === undefined || whole.length < 1 + digestBytes + checksumBytes) return undefined;
  const body = whole.subarray(0, whole.length - checksumBytes);
  const checksum = whole.subarray(whole.length - checksumBytes);
  if (body[0] !== version || !equalBytes(sha256(body).subarray(0, checksumBytes), checksum)) return undefined;
  const reader = readNumbers(body, 1 + digestBytes);
  const bias = reader.signed();
  const threshold = reader.signed();
  const unit = reader.number();
  const undecided = reader.ascending(maxTrainedFeatures);
  const readWeights = (): LearnedWeights => {
    const features = reader.ascending(maxTrainedFeatures);
    return { features, weights: Int32Array.from(features, reader.signed) };
  };
  const words = readWeights();
  const ngrams = readWeights();
  const forecast = readForecast(reader);
  const last = Math.max(words.features.at(-1) ?? 0, ngrams.features.at(-1) ?? 0);
  if (!reader.isWhole() || last >= 2 ** featureBits) return undefined;
  const digest = body.slice(1, 1 + digestBytes);
  return { digest, bias, threshold, unit, undecided: [...undecided], words, ngrams, forecast };
}

function toUnits(share: number): number {
  return Math.round(share * shareUnits);
}

function readForecast({ number, list }: NumberReader): TopicForecast {
  return {
    examples: number(),
    recognised: number(),
    falseMatches: number() / shareUnits,
    outOfScope: number(),
    overlaps: list(() => ({
      topicId: String.fromCharCode(...list(number)),
      share: number() / shareUnits,
    })),
  };
}

interface NumberReader {
  readonly number: () => number;
  readonly signed: () => number;
  readonly ascending: (maxLength: number) => Int32Array;
  /** A number, and as many items. */
  readonly list: <T>(read: () => T) => readonly T[];
  /** Whether all numbers were present and in range, and nothing is left. */
  readonly isWhole: () => boolean;
}

function readNumbers(bytes: Uint8Array, from: number): NumberReader {
  let at = from;
  let isRight = true;
  const number = (): number => {
    let value = 0;
    let factor = 1;
    for (let part = 128; part > 127; factor *= 128) {
      part = bytes[at++] ?? 0;
      value += (part & 127) * factor;
      isRight &&= value <= maxNumber && at <= bytes.length;
      if (!isRight) return 0;
    }
    return value;
  };
  const countUpTo = (most: number): number => {
    const count = number();
    isRight &&= count <= Math.min(most, bytes.length - at);
    return isRight ? count : 0;
  };
  return {
    number,
    list: (read) => Array.from({ length: countUpTo(maxForecastItems) }, read),
    signed: () => {
      const value = number();
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    },
    ascending: (maxLength) => {
      let last = 0;
      return Int32Array.from({ length: countUpTo(maxLength) }, (_, index) => {
        const step = number();
        isRight &&= index === 0 || step > 0;
        last += step;
        isRight &&= last <= maxNumber;
        return last;
      });
    },
    isWhole: () => isRight && at === bytes.length,
  };
}
