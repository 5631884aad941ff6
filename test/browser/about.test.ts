import { describe, expect, test } from "vitest";
import type { AboutAd } from "../../core/contract/ad.ts";
import { browserWorld, visit } from "./harness/world.ts";

const world = browserWorld();

/** Shows a text ad with these facts in the slot of a page, without a view. */
async function visitAd(about: Partial<AboutAd> = {}, words = {}, init = {}) {
  const visited = await visit(world(), init);
  await visited.page.evaluate(
    async ([about, words]) => {
      const issued = await lab.ad("text");
      const facts = { advertiser: "", reason: "placement" as const, ...issued.about, ...about };
      lab.sdk.mountAd(lab.slot(), { ad: { ...issued, about: facts }, words, trackViews: false });
    },
    [about, words] as const,
  );
  return visited;
}

const height = () => lab.slot().offsetHeight;

describe.concurrent("why this ad", () => {
  test("is answered by advertiser, payer and reason, as the server says", async () => {
    const { page, endsWith } = await visitAd({ payer: "The Islands' Fund" });
    await page.getByRole("button", { name: "Why this ad?" }).click();
    for (const fact of [
      "Advertiser: Tern & Sons",
      "Paid by The Islands' Fund",
      "Shown at this place.",
      "Report this ad:",
    ]) {
      expect(await page.getByText(fact, { exact: true }).isVisible()).toBe(true);
    }
    await endsWith([]);
  });

  test.each([
    ["topic", "Shown for your question."],
    ["language", "Shown in this language."],
    ["everywhere", "Shown everywhere."],
  ] as const)("names the reason %s in plain words", async (reason, words) => {
    const { page, endsWith } = await visitAd({ reason });
    await page.getByRole("button", { name: "Why this ad?" }).click();
    expect(await page.getByText(words).isVisible()).toBe(true);
    await endsWith([]);
  });

  test("works by keyboard: Enter opens it, Escape closes it, and Tab goes on at its button", async () => {
    const { page, endsWith } = await visitAd();
    const opener = page.getByRole("button", { name: "Why this ad?" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const fact = page.getByText("Shown at this place.");
    await fact.waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => lab.shadow().activeElement?.textContent)).toBe("offensive");
    await page.keyboard.press("Escape");
    await fact.waitFor({ state: "hidden" });
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => lab.shadow().activeElement?.textContent)).toBe("Why this ad?");
    await endsWith([]);
  });

  test("moves nothing when it opens, and is as wide as a narrow window", async () => {
    const { page, endsWith } = await visitAd({}, {}, { window: { viewport: { width: 320, height: 640 } } });
    const before = await page.evaluate(height);
    await page.getByRole("button", { name: "Why this ad?" }).click();
    const panel = await page.evaluate(() => {
      const box = lab.shadow().querySelector("[part=panel]")?.getBoundingClientRect();
      return [Number(box?.left) >= 0, Number(box?.right) <= innerWidth, Number(box?.top) >= 0];
    });
    expect([await page.evaluate(height), ...panel]).toEqual([before, true, true, true]);
    await endsWith([]);
  });

  test("follows the words of the page, and reads from the right in a right-to-left page", async () => {
    const { page, endsWith } = await visitAd(
      {},
      { why: "لماذا هذا الإعلان؟", placement: "يظهر في هذا المكان.", offensive: "مسيء" },
      {
        html: '<!doctype html><html lang="ar" dir="rtl"><div id="slot"></div><script type="module" src="/lab.js"></script>',
      },
    );
    await page.getByRole("button", { name: "لماذا هذا الإعلان؟" }).click();
    expect(await page.getByText("يظهر في هذا المكان.").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "مسيء" }).isVisible()).toBe(true);
    expect(
      await page.evaluate(() => {
        const panel = lab.shadow().querySelector("[part=panel]");
        return panel && getComputedStyle(panel).direction;
      }),
    ).toBe("rtl");
    await endsWith([]);
  });

  test("is not offered for an ad without facts", async () => {
    const { page, endsWith } = await visit(world());
    await page.evaluate(async () => {
      const { about: _, ...ad } = await lab.ad("text");
      lab.sdk.mountAd(lab.slot(), { ad, trackViews: false });
    });
    expect(await page.getByText("Why this ad?").count()).toBe(0);
    await endsWith([]);
  });
});

describe.concurrent("report this ad", () => {
  test("sends the reason to the server, once, and thanks", async () => {
    const { page, server, endsWith } = await visitAd();
    await page.getByRole("button", { name: "Why this ad?" }).click();
    await page.getByRole("button", { name: "wrong topic" }).click();
    await page.getByRole("status").getByText("Thank you.").waitFor();
    expect(await page.getByText("Report this ad:").isVisible()).toBe(false);
    expect(server.log.filter((line) => line.includes("report"))).toEqual(["POST /api/v1/web/report 200"]);
    await endsWith([]);
  });

  test("that fails says so, and can be sent again", async () => {
    const { page, endsWith } = await visitAd();
    await page.route("**/web/report", (route) => route.abort());
    await page.getByRole("button", { name: "Why this ad?" }).click();
    await page.getByRole("button", { name: "misleading" }).click();
    await page.getByText("That did not work.").waitFor();
    await page.unroute("**/web/report");
    await page.getByRole("button", { name: "Why this ad?" }).click();
    await page.getByRole("button", { name: "misleading" }).click();
    await page.getByText("Thank you.").waitFor();
    await endsWith([]);
  });

  test("of a test ad is thanked for, and sends nothing", async () => {
    const { page, server, endsWith } = await visit(world());
    await page.evaluate(async () => {
      await lab.client.mount(lab.slot(), { test: true });
    });
    await page.getByRole("button", { name: "Why this ad?" }).click();
    await page.getByRole("button", { name: "other" }).click();
    await page.getByText("Thank you.").waitFor();
    expect(server.log.filter((line) => line.includes("report"))).toEqual([]);
    await endsWith([]);
  });

  test("is sent by a client that is a class", async () => {
    const { page, endsWith } = await visit(world());
    await page.evaluate(async () => {
      class OwnClient {
        readonly #client = lab.client;
        interact = this.#client.interact;
        confirmView = this.#client.confirmView;
        report(...all: Parameters<typeof lab.client.report>): Promise<void> {
          return this.#client.report(...all);
        }
      }
      const ad = await lab.ad("text");
      lab.sdk.mountAd(lab.slot(), { ad, client: new OwnClient(), trackViews: false });
    });
    await page.getByRole("button", { name: "Why this ad?" }).click();
    await page.getByRole("button", { name: "other" }).click();
    await page.getByText("Thank you.").waitFor();
    await endsWith([]);
  });

  test("is not offered where the page's own client cannot send it", async () => {
    const { page, endsWith } = await visit(world());
    await page.evaluate(async () => {
      const { report: _, ...client } = lab.client;
      lab.sdk.mountAd(lab.slot(), { ad: await lab.ad("text"), client, trackViews: false });
    });
    await page.getByRole("button", { name: "Why this ad?" }).click();
    expect(await page.getByText("Report this ad:").count()).toBe(0);
    await endsWith([]);
  });
});

const platforms = `<!doctype html><html lang="en"><div id="slot"></div><script>
window.__tcfapi = (command, version, done) => command === "addEventListener" && setTimeout(done, 20, SCRIPT, true);
window.__gpp = (command, done) => done(GPP, true);
</script><script type="module" src="/lab.js"></script>`;

/** The body of the ad request of a client with or without `consent`. */
async function sent(
  data: string,
  consent: boolean,
  gpp = '{ gppString: "DBAA" }',
): Promise<Readonly<Record<string, unknown>>> {
  const { page, server, window } = await visit(world(), {
    html: platforms.replace("SCRIPT", data).replace("GPP", gpp),
  });
  const request = page.waitForRequest("**/web/ads");
  await page.evaluate(
    async ([baseUrl, consent]) => {
      const visitorId = lab.sdk.newVisitorId();
      await lab.sdk.createClient({ baseUrl, platformId: "pf_browser", visitorId, consent }).requestAd();
    },
    [server.url, consent] as const,
  );
  const body = (await request).postDataJSON();
  await window.close();
  await server.close();
  return body;
}

describe.concurrent("the consent of the page's platform", () => {
  test("is sent only if the page asks for it", async () => {
    const body = await sent('{ tcString: "CO", gdprApplies: true }', false);
    expect([body["tcf"], body["gpp"]]).toEqual([undefined, undefined]);
  });
  test.each([
    ["as it stands", '{ tcString: "CO", gdprApplies: true }', "CO"],
    ["empty, before the person decided", "{ gdprApplies: true }", ""],
    ["empty, from a platform that failed", "null", ""],
    ["not at all, where the law does not apply", "{ gdprApplies: false }", undefined],
  ])("is sent %s", async (_, data, tcf) => {
    const body = await sent(data, true);
    expect([body["tcf"], body["gpp"]]).toEqual([tcf, "DBAA"]);
  });
  test.each([
    ["empty, before the person decided", '"not ready"', ""],
    ["as it stands, afterwards", '"ready"', "DBAA"],
  ])("by GPP is sent %s", async (_, status, gpp) => {
    const body = await sent("null", true, `{ gppString: "DBAA", signalStatus: ${status} }`);
    expect(body["gpp"]).toBe(gpp);
  });
  test.each(["__tcfapi", "__gpp"])("is empty where %s throws, and the ad request follows", async (name) => {
    const { page, endsWith } = await visit(world());
    const request = page.waitForRequest("**/web/ads");
    await page.evaluate(async (name) => {
      Reflect.set(window, name, () => {
        throw new TypeError("The platform is broken.");
      });
      const settings = { baseUrl: new URLSearchParams(location.search).get("ads") ?? "", consent: true };
      const visitorId = lab.sdk.newVisitorId();
      await lab.sdk.createClient({ ...settings, platformId: "pf_browser", visitorId }).requestAd();
    }, name);
    expect((await request).postDataJSON()).toMatchObject({ [name === "__gpp" ? "gpp" : "tcf"]: "" });
    await endsWith([]);
  });
  test("leaves no listener at the platform, not even the first of its numbers", async () => {
    const { page, endsWith } = await visit(world());
    const left = await page.evaluate(async () => {
      const listeners = new Map<number, unknown>();
      let listenerId = 0;
      const platform = (command: string, _: 2, done: (data: unknown) => void, id: number): void => {
        if (command === "removeEventListener") done(listeners.delete(id));
        else {
          listeners.set(listenerId, done);
          done({ tcString: "CO", gdprApplies: true, listenerId });
          listenerId += 1;
        }
      };
      Reflect.set(window, "__tcfapi", platform);
      const settings = { baseUrl: new URLSearchParams(location.search).get("ads") ?? "", consent: true };
      const visitorId = lab.sdk.newVisitorId();
      const client = lab.sdk.createClient({ ...settings, platformId: "pf_browser", visitorId });
      await client.requestAd();
      await client.requestAd();
      return [listenerId, listeners.size];
    });
    expect(left).toEqual([2, 0]);
    await endsWith([]);
  });
  test("is empty where a platform does not answer, and the ad request follows", async () => {
    const { page, server, window } = await visit(world(), {
      html: '<!doctype html><html lang="en"><div id="slot"></div><script>window.__tcfapi = () => {}</script><script type="module" src="/lab.js"></script>',
    });
    const request = page.waitForRequest("**/web/ads");
    await page.evaluate(async (baseUrl) => {
      const visitorId = lab.sdk.newVisitorId();
      await lab.sdk.createClient({ baseUrl, platformId: "pf_browser", visitorId, consent: true }).requestAd();
    }, server.url);
    expect((await request).postDataJSON()).toMatchObject({ tcf: "" });
    await window.close();
    await server.close();
  });
});
