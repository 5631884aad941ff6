import { readFile } from "node:fs/promises";
import { setVariables } from "../../core/environment.ts";
import { createSensitiveFinder, messageText } from "../../core/serving/sensitive-text.ts";
import { checkSensitiveSubjects } from "../../core/topics/sensitive/check-subjects.ts";
import { excerpt } from "../../core/topics/sensitive/excerpt.ts";
import { loadShippedSubjects } from "../../core/topics/sensitive/load-shipped.ts";
import type { SensitiveSubjects } from "../../core/topics/sensitive/subject-patterns.ts";
import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

const variable = "HANDBILL_SENSITIVE_SUBJECTS";
const maxMatches = 20;

/** The patterns of the file that `HANDBILL_SENSITIVE_SUBJECTS` names. `undefined`: the variable is not set. */
export async function readSensitiveSubjects(): Promise<SensitiveSubjects | undefined> {
  const file = setVariables(environment)(variable);
  if (file === undefined) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const cause = error instanceof SyntaxError ? "it is no JSON" : "it cannot be read";
    throw new InvalidSetting(
      `${variable} must name a JSON file, but ${cause}; \`handbill sensitive-subjects\` prints one to edit.`,
    );
  }
  const checked = checkSensitiveSubjects(read);
  if (checked.ok) return checked.sets;
  throw new InvalidSetting(`Correct the file of ${variable}. ${printable(checked.faults.join(" "))}`);
}

/** Prints the shipped patterns as JSON to edit; for a text, the sensitive subjects in it by the patterns in force. */
export async function printSensitiveSubjects(
  terminal: Terminal,
  text: string | undefined,
  { json }: { readonly json: boolean },
): Promise<ExitCode> {
  if (text === undefined) {
    terminal.data(JSON.stringify(await loadShippedSubjects(), undefined, json ? undefined : 2));
    return 0;
  }
  const { find } = createSensitiveFinder(await readSensitiveSubjects());
  const found = await find(messageText(text), {}, maxMatches);
  if (json) terminal.data(JSON.stringify({ sensitive: found }));
  else if (found.length === 0) terminal.data("No sensitive subject: ads may stand beside this text.");
  else {
    terminal.data(
      alignColumns(
        found.map(({ subject, words, pattern, language = "" }) => [
          subject,
          words.join(" "),
          language,
          pattern === undefined ? "by its words" : excerpt(pattern),
        ]),
      ),
    );
  }
  return 0;
}
