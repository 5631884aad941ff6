import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openWindow } from "../browser/harness/chromium.ts";
import { choice, order } from "../conformance/fixtures.ts";
import { consoleWorld } from "./console-world.ts";
import { operatorToken } from "./open-console.ts";
import { enterByLink, enterByToken } from "./sign-in.ts";

const { browser, place } = consoleWorld();

/** Does something in a window of its own; then no script has failed, and the policy had nothing to keep from happening. */
async function inWindow(options: BrowserContextOptions, work: (tab: Page) => Promise<void>): Promise<void> {
  const window = await openWindow(browser(), { viewport: { width: 1_280, height: 900 }, ...options });
  const tab = await window.newPage();
  const problems: string[] = [];
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text());
  });
  await work(tab);
  await window.close();
  expect(problems).toEqual([]);
}

async function stored() {
  return (await place().store.readCatalog()).catalog;
}

function heading(tab: Page, name: string) {
  return tab.getByRole("heading", { level: 1, name });
}

/** Moves by Tab alone to what has this name. */
async function tabTo(tab: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 120; steps++) {
    await tab.keyboard.press("Tab");
    const own = await tab.evaluate(() => {
      const at = document.activeElement;
      const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [];
      return [at?.textContent ?? "", ...labels.map(({ textContent }) => textContent ?? "")].join(" ").trim();
    });
    if (name.test(own)) return;
  }
  throw new Error(`Tab does not come to ${name}.`);
}

describe.each([true, false])("with JavaScript: %s", (javaScriptEnabled) => {
  const options = { javaScriptEnabled };
  const run = javaScriptEnabled ? "with" : "without";

  it("a link opens the console once", async () => {
    const link = place().link();
    await inWindow(options, async (tab) => {
      await tab.goto(link);
      await tab.getByRole("button", { name: "Open the console" }).click();
      await heading(tab, "Overview").waitFor();
      await tab.getByRole("button", { name: "Sign out" }).click();
      await heading(tab, "Sign in").waitFor();
      await tab.goto(link);
      await tab.getByRole("button", { name: "Open the console" }).click();
      await heading(tab, "This link is no longer valid").waitFor();
    });
  });

  it("a publisher creates a key, shown once, and changes the sites of its platform", async () => {
    await inWindow(options, async (tab) => {
      await enterByToken(tab, place().url, place().publisherKey);
      await tab.getByRole("link", { name: "Platforms" }).click();
      await tab.getByRole("link", { name: "Demo assistant" }).click();
      await tab.getByLabel("New key").selectOption("test");
      await tab.getByLabel("Label optional").fill(`${run} a script`);
      await tab.getByRole("button", { name: "Create key" }).click();
      const key = (await tab.getByLabel("The new key", { exact: true }).textContent()) ?? "";
      expect(key).toMatch(/^hb_test_[0-9A-Za-z]{46}$/);
      await tab.getByRole("link", { name: "All keys of demo" }).click();
      expect(await tab.content()).not.toContain(key);
      expect(await tab.content()).toContain(key.slice(0, 16));

      await tab.goto(`${place().url}/console/platforms/pf_demo`);
      const sites = tab.getByLabel("Allowed sites");
      await sites.fill(`${place().url}\nhttps://${run}.example`);
      await tab.getByRole("button", { name: "Save" }).click();
      await tab.getByText("Waits for the operator. The approved version runs on.").waitFor();
      await inWindow(options, async (operator) => {
        await enterByToken(operator, place().url, operatorToken);
        await operator.getByRole("link", { name: "Review" }).click();
        await operator.getByText(`https://${run}.example new`).waitFor();
        await operator.getByRole("button", { name: "Approve" }).click();
        await operator.getByText("Nothing waits.").waitFor();
      });
      const platform = (await stored()).platforms.find(({ id }) => id === "pf_demo");
      expect(platform?.allowedOrigins).toEqual([place().url, `https://${run}.example`]);

      await tab.getByLabel("Would a page of this site get ads?").fill(`https://${run}.example`);
      await tab.getByRole("button", { name: "Test this origin" }).click();
      await tab.getByText("is allowed by").waitFor();
    });
  });

  it("a campaign is created and paused with the keyboard alone", async () => {
    await inWindow(options, async (tab) => {
      await enterByLink(tab, place());
      await tab.goto(`${place().url}/console/campaigns`);
      await tabTo(tab, /^New campaign$/);
      await tab.keyboard.press("Enter");
      await heading(tab, "New campaign").waitFor();
      for (const [label, typed] of [
        [/^Name/, `Made by keys ${run}`],
        [/^Advertiser/, "Keys"],
        [/^CPM/, "3.00"],
        [/^Total budget/, "50"],
      ] as const) {
        await tabTo(tab, label);
        await tab.keyboard.type(typed);
      }
      await tab.keyboard.press("Enter");
      await heading(tab, `Made by keys ${run}`).waitFor();
      await tabTo(tab, /^Pause$/);
      await tab.keyboard.press("Enter");
      await tab.getByText("Paused. Views of issued").waitFor();
      expect((await stored()).campaigns.find(({ id }) => id === `made-by-keys-${run}`)).toMatchObject({
        status: "paused",
        priceMicros: 3_000,
        totalBudgetMicros: 50_000_000,
      });
    });
  });

  it("a price is typed as a CPM or per view, and both fields stay in step", async () => {
    await inWindow(options, async (tab) => {
      await enterByLink(tab, place());
      await tab.goto(`${place().url}/console/campaigns/new`);
      const cpm = tab.getByLabel("CPM (USD)");
      const perView = tab.getByLabel("Price per view (USD)");
      expect(await perView.isVisible()).toBe(javaScriptEnabled);
      if (!javaScriptEnabled) return;
      for (const [typed, value] of [
        ["2", "0.002"],
        ["4.50", "0.0045"],
        ["0.25", "0.00025"],
        ["12345", "12.345"],
        ["plenty", ""],
      ] as const) {
        await cpm.fill(typed);
        expect(await perView.inputValue()).toBe(value);
      }
      for (const [typed, value] of [
        ["0.002", "2"],
        ["0.0045", "4.5"],
        ["1", "1000"],
        ["0", "0"],
        ["plenty", "plenty"],
      ] as const) {
        await perView.fill(typed);
        expect(await cpm.inputValue()).toBe(value);
      }
    });
  });

  it("an error appears at the top and beside its field, and the input stays", async () => {
    await inWindow(options, async (tab) => {
      await enterByLink(tab, place());
      await tab.goto(`${place().url}/console/campaigns/new`);
      await tab.getByText("More", { exact: true }).click();
      await tab.getByLabel("Campaign ID").fill("wrong one");
      await tab.getByLabel("Name", { exact: true }).fill("Wrong");
      await tab.getByLabel("Advertiser").fill("Keys");
      await tab.getByLabel("CPM").fill("plenty");
      await tab.getByRole("button", { name: "Create campaign" }).click();
      const summary = tab.getByRole("alert");
      await summary.waitFor();
      if (javaScriptEnabled) {
        await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      await summary.getByRole("link", { name: "CPM" }).click();
      const price = tab.getByLabel("CPM");
      expect(await price.inputValue()).toBe("plenty");
      expect(await price.getAttribute("aria-invalid")).toBe("true");
      expect(await price.evaluate((element) => element.matches(":target"))).toBe(true);
    });
  });

  it("a creative is edited block by block", async () => {
    await inWindow(options, async (tab) => {
      await enterByLink(tab, place());
      await tab.goto(`${place().url}/console/creatives/open-text-1`);
      const blocks = tab.locator("fieldset.block");
      const before = await blocks.count();
      await tab.getByRole("button", { name: "Add text" }).click();
      await blocks.nth(before).waitFor();
      await blocks.nth(before).getByLabel("Text", { exact: false }).first().fill(`Written ${run} a script.`);
      await tab.getByRole("button", { name: "Save" }).last().click();
      await tab.getByText("Saved.").waitFor();
      const creative = (await stored()).creatives.find(({ id }) => id === "open-text-1");
      expect(creative?.scenes?.[0]?.blocks.at(-1)).toEqual({
        kind: "text",
        text: `Written ${run} a script.`,
      });
    });
  });

  it("a report is shown, and a question is tried", async () => {
    await inWindow(options, async (tab) => {
      await enterByLink(tab, place());
      await tab.getByRole("link", { name: "Reports", exact: true }).click();
      await tab.getByRole("checkbox", { name: "campaign" }).check();
      await tab.getByRole("button", { name: "Show" }).click();
      const table = tab.getByRole("table", { name: /^Traffic/ });
      await table.waitFor();
      expect(await table.getByRole("row").count()).toBeGreaterThan(8);
      expect(await table.getByRole("row").last().textContent()).toContain("Total");

      await tab.getByRole("link", { name: "Topics" }).click();
      await tab.getByLabel("A visitor's question").fill("Which running shoes are good in rain?");
      await tab.getByRole("button", { name: "Try" }).click();
      await tab.getByText("Matches shoes.").waitFor();
    });
  });
});

describe("why", () => {
  it("a request is explained, and a delivery shows its history", async () => {
    await inWindow({}, async (tab) => {
      await enterByLink(tab, place());
      await tab.getByRole("link", { name: "Why" }).click();
      await tab.getByLabel("Platform").selectOption("pf_demo");
      await tab.getByLabel("Language").fill("de");
      await tab.getByLabel("Question").fill("Welcher Kaffee passt zu mir?");
      await tab.getByRole("button", { name: "Explain" }).click();
      await tab.getByText("Matches coffee.").waitFor();
      const running = tab.getByRole("table", { name: /^Eligible campaigns/ });
      expect(await running.getByRole("row").nth(1).textContent()).toContain("de-quiz");
      const passedOver = await tab.getByRole("table", { name: /not eligible/ }).textContent();
      expect(passedOver).toContain("has no creative in this language");
      expect(passedOver).toContain("open-card");

      await tab.goto(`${place().url}/console/explain?platform_id=pf_nobody`);
      await tab.getByRole("alert").getByRole("link", { name: "Platform" }).waitFor();

      const [delivery] = await place().store.readRecentDeliveries({ limit: 1 });
      await tab.getByLabel("Delivery ID").fill(delivery?.id ?? "");
      await tab.getByRole("button", { name: "Show its history" }).click();
      await heading(tab, "Delivery").waitFor();
      expect(await tab.getByRole("table", { name: "History" }).textContent()).toContain("issued");
    });
  });
});

describe("with a script", () => {
  it("the real card previews the input: wide, narrow, dark, right to left, and interactive", async () => {
    await inWindow({}, async (tab) => {
      await enterByLink(tab, place());
      await tab.goto(`${place().url}/console/creatives/open-quiz-1`);
      const cards = tab.locator("handbill-ad");
      await cards.nth(3).waitFor();
      await tab.locator("fieldset.block").first().getByRole("textbox").first().fill("What is typed is shown");
      for (let index = 0; index < 4; index++) {
        await cards.nth(index).getByText("What is typed is shown").waitFor();
      }
      const schemes = await tab
        .locator(".frame")
        .evaluateAll((frames) =>
          frames.map((frame) =>
            [getComputedStyle(frame).colorScheme, getComputedStyle(frame).direction].join(),
          ),
        );
      expect(schemes).toEqual(["light,ltr", "light,ltr", "dark,ltr", "light,rtl"]);
      const shown = await cards.nth(1).evaluate((card) => card.shadowRoot?.textContent);
      await cards.first().getByRole("button").first().click();
      await cards.nth(1).getByText("What is typed is shown").waitFor({ state: "detached" });
      expect(await cards.nth(1).evaluate((card) => card.shadowRoot?.textContent)).not.toBe(shown);
    });
  });

  it("a test ad comes from the ad server, and a refusal shows its reason", async () => {
    await inWindow({}, async (tab) => {
      await enterByLink(tab, place());
      await tab.goto(`${place().url}/console/platforms/pf_demo`);
      await tab.getByLabel("Format").selectOption("quiz");
      await tab.locator("handbill-ad").getByText("Test quiz, 1 of 2").waitFor();
      await tab.getByRole("button", { name: "Request one from the ad server" }).click();
      await tab.getByText("This ad came from the ad server.").waitFor();
      await tab.locator("handbill-ad").getByRole("button", { name: "The question" }).click();
      await tab.locator("handbill-ad").getByText("Test quiz, 2 of 2").waitFor();

      await tab.getByLabel("Allowed sites").fill("https://elsewhere.example");
      await tab.getByRole("button", { name: "Save" }).click();
      await tab.getByText("Every instance applies it").waitFor();
      await expect
        .poll(
          async () => {
            await tab.getByRole("button", { name: "Request one from the ad server" }).click();
            await tab.getByText("Requesting …").waitFor({ state: "detached" });
            return tab.locator("[data-tester] [data-verdict]").textContent();
          },
          { timeout: 30_000 },
        )
        .toContain("The ad server refused");
    });
  });

  it("new deliveries appear automatically, unless paused", async () => {
    await inWindow({}, async (tab) => {
      await enterByLink(tab, place());
      await tab.getByRole("link", { name: "Live" }).click();
      const first = tab.locator("tbody tr").first();
      await first.waitFor();
      const before = await first.textContent();
      await issueOne("AZq0123456789012345670");
      await expect.poll(() => first.textContent(), { timeout: 30_000 }).not.toBe(before);
      await first.getByRole("link").click();
      await heading(tab, "Delivery").waitFor();
      expect(await tab.getByRole("table").textContent()).toContain("issued");
    });
  });

  it("the answer updates while the question is typed", async () => {
    await inWindow({}, async (tab) => {
      await enterByLink(tab, place());
      await tab.getByRole("link", { name: "Topics" }).click();
      await tab.getByLabel("A visitor's question").fill("A good espresso?");
      await tab.getByText("Matches coffee.").waitFor();
      expect(new URL(tab.url()).search).toBe("");
    });
  });
});

async function issueOne(deliveryId: string): Promise<void> {
  const fields = { publisherId: "demo", platformId: "pf_demo", placement: "sidebar" };
  const [outcome] = await place().store.issue([order(deliveryId, [choice("open-text", 2_000)], fields)]);
  expect(outcome?.outcome).toBe("issued");
}
