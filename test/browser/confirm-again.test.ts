import { describe, expect, test } from "vitest";
import { type Answer, scriptAnswers } from "./harness/script-answers.ts";
import { browserWorld, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();

/** A pause may seem shorter by the time that a request takes to arrive. */
const slackMs = 150;

const seenLines = ({ server }: Visit) =>
  server.log.filter((line) => line.startsWith("POST /api/v1/web/seen"));

async function showUnder(answers: readonly Answer[], random?: number) {
  const visited = await visit(world());
  const { page } = visited;
  if (random !== undefined) {
    await page.evaluate((value) => {
      Math.random = () => value;
    }, random);
  }
  const times = await scriptAnswers(page, "seen", answers);
  const id = await page.evaluate(async () => (await lab.show("text")).ad.delivery_id);
  const pause = (index: number) => (times[index + 1] ?? Number.NaN) - (times[index] ?? Number.NaN);
  return { ...visited, times, id, pause };
}

// contract.md §4.3
describe.concurrent("a view that is not accepted immediately", () => {
  test.each([409, 429])("is retried after %i, at the time that the answer names", async (status) => {
    const { page, endsWith, times, pause, id } = await showUnder([
      { status, headers: { "retry-after": "2" } },
    ]);
    await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    expect(times).toHaveLength(2);
    expect(pause(0)).toBeGreaterThanOrEqual(2000 - slackMs);
    await endsWith([id]);
  });

  test.each<[string, Answer]>([
    ["503", { status: 503 }],
    ["500", { status: 500 }],
    ["no answer", "network failure"],
  ])("happen after %s, with growing pauses", async (_, answer) => {
    const { page, endsWith, times, pause, id } = await showUnder([answer, answer], 0);
    await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    expect(times).toHaveLength(3);
    expect(pause(0)).toBeGreaterThanOrEqual(500 - slackMs);
    expect(pause(1)).toBeGreaterThanOrEqual(1000 - slackMs);
    await endsWith([id]);
  });

  test("is retried at random times, so that an outage does not end in a rush", async () => {
    const { page, endsWith, pause, id } = await showUnder([{ status: 503 }], 0.99);
    await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    expect(pause(0)).toBeGreaterThanOrEqual(1490 - slackMs);
    await endsWith([id]);
  });

  test.each([
    ["a date", "Wed, 21 Oct 2015 07:28:00 GMT"],
    ["less than any time", "-5"],
  ])("waits its own time where Retry-After is %s", async (_what, value) => {
    const headers = { "retry-after": value };
    const { page, endsWith, pause, id } = await showUnder([{ status: 429, headers }]);
    await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    expect(pause(0)).toBeGreaterThanOrEqual(1000 - slackMs);
    await endsWith([id]);
  });

  test.each([410, 400, 403])("is not retried after %i; an error event reports it", async (status) => {
    const visited = await showUnder([{ status }]);
    const { error } = await visited.page.evaluate((delivery) => lab.hear("error", delivery), visited.id);
    const fence = await visited.page.evaluate(async () => [await lab.fence(), await lab.fence()]);
    expect(error).toContain("As the script says.");
    expect(visited.times).toHaveLength(1 + fence.length);
    await visited.endsWith(fence);
    expect(seenLines(visited)).toHaveLength(fence.length);
  });
});

// contract.md §7, rule 2: every request is a new issuance.
describe.concurrent("automatic retries", () => {
  test.each<[string, Answer]>([
    ["503", { status: 503, headers: { "retry-after": "1" } }],
    ["429", { status: 429, headers: { "retry-after": "1" } }],
    ["no answer", "network failure"],
  ])("do not happen for an ad request after %s", async (_, answer) => {
    const { page, endsWith } = await visit(world());
    const times = await scriptAnswers(page, "ads", [answer]);
    const heard = await page.evaluate(async () => {
      await lab.client.mount(lab.slot());
      return lab.heard.map(({ name }) => name);
    });
    expect(heard).toEqual(["error"]);
    const fences = await page.evaluate(async () => [await lab.fence(), await lab.fence()]);
    expect(times).toHaveLength(1 + fences.length);
    await endsWith(fences);
  });

  test.each<[string, Answer]>([
    ["503", { status: 503, headers: { "retry-after": "1" } }],
    ["no answer", "network failure"],
  ])("do not happen for an action after %s; the visitor may press again", async (_, answer) => {
    const { page, endsWith } = await visit(world());
    const times = await scriptAnswers(page, "interact", [answer]);
    const id = await page.evaluate(async () => (await lab.show("consent")).ad.delivery_id);
    const yes = page.getByRole("button", { name: "Yes, show me" });
    await yes.click();
    await page.evaluate((delivery) => lab.hear("error", delivery), id);
    await page.getByText("That did not work. Please try again.").waitFor();
    const fence = await page.evaluate(() => lab.fence());
    expect(times).toHaveLength(1);
    await yes.click();
    await page.getByText("Round up every purchase").waitFor();
    expect(times).toHaveLength(2);
    await endsWith([id, fence]);
  });
});
