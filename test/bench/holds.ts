// `npm run bench:holds`: how much of a budget traffic can hold that never confirms a view, and whom the limit costs an ad.
import process from "node:process";
import { scenarios } from "./holds/scenarios.ts";
import { simulate } from "./holds/simulate.ts";
import { table } from "./print.ts";

const head = [
  "",
  "held by the attack",
  "goal",
  "without the rule",
  "people refused by the rule",
  "goal",
  "people with an ad",
  "without the rule",
];
const rows: (readonly string[])[] = [head];
for (const scenario of scenarios) {
  process.stderr.write(`${scenario.name}\n`);
  const limited = await simulate(scenario, true);
  const free = await simulate(scenario, false);
  const { goalHeld, goalRefused } = scenario;
  const refused = limited.peopleGot.filter((got, index) => !got && free.peopleGot[index] === true).length;
  const requests = limited.peopleGot.length;
  rows.push([
    scenario.name,
    scenario.attack === undefined ? "" : percent(limited.attackHeld),
    goalHeld === undefined ? "" : `≤ ${percent(goalHeld)}`,
    scenario.attack === undefined ? "" : percent(free.attackHeld),
    percent(refused / requests),
    `≤ ${percent(goalRefused)}`,
    percent(limited.peopleGot.filter(Boolean).length / requests),
    percent(free.peopleGot.filter(Boolean).length / requests),
  ]);
}
process.stdout.write(table(rows));

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
