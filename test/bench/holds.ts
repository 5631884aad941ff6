// `npm run bench:holds`: how much of a budget traffic can hold without a view, whom the limit costs an ad, and its CPU time.
import process from "node:process";
import { costRows } from "./holds/cost.ts";
import { type Scenario, scenarios } from "./holds/scenarios.ts";
import { simulate } from "./holds/simulate.ts";
import { table } from "./print.ts";

/** A scenario of few requests runs from several seeds, until it has this number of people's requests. */
const leastRequests = 3_600;

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
  rows.push(await row(scenario));
}
process.stdout.write(`${table(rows)}\n${table(await costRows())}`);

async function row(scenario: Scenario): Promise<readonly string[]> {
  const { name, attack, goalHeld, goalRefused } = scenario;
  const held = { limited: 0, free: 0 };
  const people = { requests: 0, refused: 0, limited: 0, free: 0 };
  for (let seed = 20_261_122; people.requests < leastRequests; seed += 10) {
    const limited = await simulate(scenario, true, seed);
    const free = await simulate(scenario, false, seed);
    held.limited = Math.max(held.limited, limited.attackHeld);
    held.free = Math.max(held.free, free.attackHeld);
    people.requests += limited.peopleGot.length;
    limited.peopleGot.forEach((got, index) => {
      const gotFree = free.peopleGot[index] === true;
      people.limited += Number(got);
      people.free += Number(gotFree);
      people.refused += Number(gotFree && !got);
    });
  }
  return [
    name,
    attack === undefined ? "" : percent(held.limited),
    goalHeld === undefined ? "" : `≤ ${percent(goalHeld)}`,
    attack === undefined ? "" : percent(held.free),
    percent(people.refused / people.requests),
    goalRefused === undefined ? "" : `≤ ${percent(goalRefused)}`,
    percent(people.limited / people.requests),
    percent(people.free / people.requests),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
