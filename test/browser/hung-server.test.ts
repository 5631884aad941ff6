import { describe, expect, test } from "vitest";
import { windowListeners } from "./harness/count-listeners.ts";
import { type Hang, openHangingServer } from "./harness/hanging-server.ts";
import { scriptAnswers } from "./harness/script-answers.ts";
import { browserWorld, type Visit, visit } from "./harness/world.ts";

const world = browserWorld();
const hangs: readonly Hang[] = ["silent", "half an answer"];

/** Long enough for whatever does not hang. */
const timeoutMs = 5_000;

/** A page that talks through a server that hangs. */
async function visitThrough(endpoint: "ads" | "interact" | "seen", hang: Hang) {
  const visited = await visit(world());
  const hanging = await openHangingServer(visited.server.url, endpoint, [hang]);
  const { origin, pathname } = new URL(visited.page.url());
  await visited.page.goto(`${origin}${pathname}?ads=${encodeURIComponent(hanging.url)}&timeout=${timeoutMs}`);
  const asked = (): number => hanging.posts.filter((path) => path.endsWith(`/${endpoint}`)).length;
  const endsWith: Visit["endsWith"] = async (charged) => {
    await visited.window.close();
    await hanging.close();
    await visited.endsWith(charged);
  };
  return { ...visited, asked, endsWith };
}

describe.concurrent.each(hangs)("a server that hangs (%s)", (hang) => {
  // contract.md §7, rule 2
  test("fails an ad request after the timeout, without a retry", async () => {
    const { page, endsWith, asked } = await visitThrough("ads", hang);
    const { heard, fence } = await page.evaluate(async () => {
      await lab.client.mount(lab.slot());
      const heard = lab.heard.map(({ name, error }) => `${name} ${error}`);
      return { heard, fence: await lab.fence() };
    });
    expect(heard).toEqual([expect.stringMatching(/^error AdError: (Timeout|Abort)Error/)]);
    // The second one is that of the fence.
    expect(asked()).toBe(2);
    await endsWith([fence]);
  });

  test("does not prevent the confirmation of a view, which is retried", async () => {
    const { page, endsWith, asked } = await visitThrough("seen", hang);
    const id = await page.evaluate(async () => {
      const { ad } = await lab.show("text");
      await lab.hear("viewed", ad.delivery_id);
      return ad.delivery_id;
    });
    expect(asked()).toBe(2);
    await endsWith([id]);
  });

  test("fails an action visibly, and the visitor can press again", async () => {
    const { page, endsWith, asked } = await visitThrough("interact", hang);
    const id = await page.evaluate(async () => {
      const { ad } = await lab.show("consent", "slot", { trackViews: false });
      return ad.delivery_id;
    });
    const yes = page.getByRole("button", { name: "Yes, show me" });
    await yes.click();
    await page.getByText("That did not work. Please try again.").waitFor();
    expect(await page.evaluate(() => lab.heard.map(({ name }) => name))).toEqual([
      "rendered",
      "action",
      "error",
    ]);
    await yes.click();
    await page.getByText("Round up every purchase").waitFor();
    expect(asked()).toBe(2);
    await endsWith([id]);
  });
});

test("the default timeout of a request is ten seconds", async () => {
  const { page, endsWith } = await visit(world());
  const { times, fence } = await page.evaluate(async () => {
    const times: number[] = [];
    const timeout = AbortSignal.timeout;
    AbortSignal.timeout = (ms) => {
      times.push(ms);
      return timeout.call(AbortSignal, ms);
    };
    return { times, fence: await lab.fence() };
  });
  expect(times).toEqual([10_000, 10_000]);
  await endsWith([fence]);
});

// Ten minutes of a pause: nothing but the event can end it within a test.
describe.concurrent("a view that waits for its retry", () => {
  const tenMinutes = "600";

  test.each([
    ["the server did not answer", "network failure"],
    ["the server was overloaded", { status: 503, headers: { "retry-after": tenMinutes } }],
  ] as const)("because %s is sent immediately when the browser comes online", async (_, answer) => {
    const { page, window, endsWith } = await visit(world());
    const times = await scriptAnswers(page, "seen", [answer]);
    const id = await page.evaluate(async () => {
      const confirmView: typeof lab.client.confirmView = (ad) => {
        // The part of a pause that is drawn.
        Math.random = () => 600;
        return lab.client.confirmView(ad);
      };
      const client = { ...lab.client, confirmView };
      return (await lab.show("text", "slot", { client })).ad.delivery_id;
    });
    await expect.poll(() => times).toHaveLength(1);
    await window.setOffline(true);
    await window.setOffline(false);
    await page.evaluate((delivery) => lab.hear("viewed", delivery), id);
    expect(times).toHaveLength(2);
    expect(await windowListeners(page, "online")).toBe(0);
    await endsWith([id]);
  });

  test("is sent immediately when the browser came online during the lost request", async () => {
    const { page, endsWith, asked } = await visitThrough("seen", "silent");
    const id = await page.evaluate(async () => {
      const confirmView: typeof lab.client.confirmView = (ad) => {
        // The part of a pause that is drawn.
        Math.random = () => 600;
        return lab.client.confirmView(ad);
      };
      const client = { ...lab.client, confirmView };
      return (await lab.show("text", "slot", { client })).ad.delivery_id;
    });
    await expect.poll(asked).toBe(1);
    await page.evaluate((delivery) => {
      dispatchEvent(new Event("online"));
      return lab.hear("viewed", delivery);
    }, id);
    expect(asked()).toBe(2);
    await endsWith([id]);
  });
});
