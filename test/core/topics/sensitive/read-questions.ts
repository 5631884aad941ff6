import { readFileSync } from "node:fs";
import { type SensitiveSubject, sensitiveSubjects } from "../../../../core/catalog/sensitive-subjects.ts";

/** A question with its label: a subject, `none`, or `near` for an ordinary question with words of a subject. */
export interface LabelledQuestion {
  readonly language: string;
  readonly subject: SensitiveSubject | undefined;
  readonly label: string;
  readonly text: string;
}

/** Reads lines of `language<TAB>label<TAB>text`. */
export function readQuestions(file: string): readonly LabelledQuestion[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line === "") return [];
    const [language = "", label = "", text = ""] = line.split("\t");
    const subject = sensitiveSubjects.find((known) => known === label);
    if (text === "" || (subject === undefined && label !== "none" && label !== "near")) {
      throw new Error(`Line ${index + 1} of ${file} is not language, label and text.`);
    }
    return [{ language, subject, label, text }];
  });
}
