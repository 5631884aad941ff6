import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

/** A real question, with its topics; none is an out-of-scope question. */
export interface Question {
  readonly text: string;
  readonly topics: readonly string[];
  /** The note of the file. */
  readonly note: string;
}

/** Topics as the file declares them. */
export interface Declared {
  readonly id: string;
  /** The id where the file has none. */
  readonly name: string;
  readonly keywords: readonly string[];
  readonly examples: readonly string[];
}

/** `HANDBILL_QUESTIONS`: the folder of the data sets, which are not ours to publish. */
const folder = process.env["HANDBILL_QUESTIONS"];

export function areQuestionsThere(): boolean {
  return folder !== undefined && existsSync(folder);
}

/** Lines of `text  topics  note`, separated by tabs, below a line of titles. */
export async function readQuestions(file: string): Promise<readonly Question[]> {
  const text = await readFile(join(folder ?? "", file), "utf8");
  return text
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => {
      const [question = "", topics = "", note = ""] = line.split("\t");
      return { text: question, topics: topics === "none" ? [] : topics.split(","), note };
    });
}

/** `keywords` is a list, or has one by language. */
export async function readDeclared(file: string, language: string): Promise<readonly Declared[]> {
  const value: unknown = JSON.parse(await readFile(join(folder ?? "", file), "utf8"));
  return listOf(value).map((item) => {
    const keywords = memberOf(item, "keywords");
    const id = String(memberOf(item, "id"));
    return {
      id,
      name: String(memberOf(item, "name") ?? id),
      keywords: textsOf(Array.isArray(keywords) ? keywords : memberOf(keywords, language)),
      examples: textsOf(memberOf(item, "examples")),
    };
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === "string");
}
