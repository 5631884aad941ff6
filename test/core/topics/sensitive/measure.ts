/**
 * Measures the sensitive subjects on labelled questions:
 * `node test/core/topics/sensitive/measure.ts [--misses] [--only=en,de] FILE.tsv…`. Lines are `language<TAB>label<TAB>text`; the label is a
 * subject, `none`, or `near` for ordinary questions with words of a subject. `--only`: the pattern sets of these languages.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sensitiveSubjects } from "../../../../core/catalog/sensitive-subjects.ts";
import { loadShipped } from "../../../../core/topics/sensitive/load-shipped.ts";
import { createSensitiveMatcher } from "../../../../core/topics/sensitive/sensitive-matcher.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: "boolean", default: false }, only: { type: "string" } },
});
const only = values.only?.split(",");
const shipped = await loadShipped();
const sets = Object.fromEntries(
  Object.entries(shipped.sets).filter(([language]) => only === undefined || only.includes(language)),
);
const find = createSensitiveMatcher({ ...shipped, sets });

interface Row {
  hit: number;
  other: number;
  all: number;
}
const rows = new Map<string, Map<string, Row>>();
for (const file of positionals) {
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [language = "", label = "", text = ""] = line.split("\t");
    if (text === "") continue;
    const found = find(text, { allowed: [], limit: 50 });
    const labels = rows.get(language) ?? new Map<string, Row>();
    rows.set(language, labels);
    const row = labels.get(label) ?? { hit: 0, other: 0, all: 0 };
    labels.set(label, row);
    row.all++;
    const isHarmless = label === "none" || label === "near";
    if (found.length > 0) row.hit++;
    if (found.length > 0 && !found.some(({ subject }) => subject === label)) row.other++;
    if (values.misses && isHarmless === found.length > 0) {
      const why = found.map(
        ({ subject, pattern, words }) => `${subject} ${pattern ?? ""} [${words.join(" ")}]`,
      );
      process.stdout.write(`${language}\t${label}\t${text}\t${why.slice(0, 3).join(" ; ")}\n`);
    }
  }
}

const percent = ({ hit, all }: Row): string => `${((100 * hit) / Math.max(all, 1)).toFixed(1)} %`;
for (const [language, labels] of rows) {
  const sensitive = [...labels].filter(([label]) => sensitiveSubjects.some((subject) => subject === label));
  const total = sensitive.reduce(
    (sum, [, { hit, all }]) => ({ hit: sum.hit + hit, other: 0, all: sum.all + all }),
    { hit: 0, other: 0, all: 0 },
  );
  process.stdout.write(`\n${language}: recall ${percent(total)} (${total.hit} of ${total.all})\n`);
  for (const [label, row] of labels) {
    process.stdout.write(`  ${label.padEnd(18)} ${percent(row).padStart(8)}  ${row.hit} of ${row.all}`);
    process.stdout.write(row.other > 0 ? `, ${row.other} by other subjects\n` : "\n");
  }
}
