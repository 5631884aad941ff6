import { expect, it } from "vitest";
import type { Creative } from "../../core/catalog/entities.ts";
import { planCatalog } from "../../core/planning/plan.ts";
import { openWindow } from "../browser/harness/chromium.ts";
import { consoleWorld } from "./console-world.ts";
import { operatorToken } from "./open-console.ts";
import { enterByToken } from "./sign-in.ts";

const { browser, place } = consoleWorld();

/** An edit of the demo's first text ad that waits. */
async function submitEdit(): Promise<Creative> {
  const { store } = place();
  const { catalog, version } = await store.readCatalog();
  const running = catalog.creatives.find(({ format }) => format === "text");
  if (running === undefined) throw new Error("The demo has no text ad.");
  const { id: _, campaignId: _campaign, ...content } = running;
  const scenes = [{ id: "start", blocks: [{ kind: "text", text: "Waiting words." }] }] as const;
  const edit: Creative = { ...running, review: { status: "pending" }, proposed: { ...content, scenes } };
  const next = { ...catalog, creatives: [edit] };
  const { upserts, removals } = planCatalog(catalog, next, { prune: false });
  expect((await store.applyCatalog({ expectedVersion: version, upserts, removals })).outcome).toBe("applied");
  return running;
}

it("the operator sees the card that waits beside the card that runs, and refuses with a reason", async () => {
  const running = await submitEdit();
  const window = await openWindow(browser(), { viewport: { width: 1_280, height: 900 } });
  const tab = await window.newPage();
  await enterByToken(tab, place().url, operatorToken);
  await tab.getByRole("link", { name: "Review" }).click();
  const [waits, runs] = [tab.locator("[data-reviewed]").nth(0), tab.locator("[data-reviewed]").nth(1)];
  await waits.getByText("Waiting words.").waitFor();
  await waits.getByText(running.disclosure.text).waitFor();
  const [block] = running.scenes?.[0]?.blocks ?? [];
  await runs.getByText(block?.kind === "text" ? block.text : "").waitFor();

  // Enter refuses: nothing is approved by accident.
  await tab.getByLabel("Reason of a refusal").fill("Name the shop.");
  await tab.getByLabel("Reason of a refusal").press("Enter");
  await tab.getByText("Refused. The author sees the reason.").waitFor();
  await tab.goto(`${place().url}/console/creatives/${running.id}`);
  await tab.getByText("The operator refused it: Name the shop. The approved version runs on.").waitFor();
  await window.close();
  const stored = (await place().store.readCatalog()).catalog.creatives.find(({ id }) => id === running.id);
  expect(stored).toMatchObject({
    scenes: running.scenes,
    review: { status: "refused", reason: "Name the shop." },
  });
});
