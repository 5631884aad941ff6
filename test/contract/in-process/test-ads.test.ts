import { describe, expect, it } from "vitest";
import { adOf, botAnswerOf, nextAdOf } from "../answers.ts";
import { actionsOf, at, linksOf, testServer } from "../client.ts";
import { openWorld } from "../world.ts";

const formats = ["text", "image", "response", "card", "consent", "quiz"];

/** Guarantee 7: test ads touch neither money nor the store. */
describe("§1 test mode", () => {
  it.each(formats)(
    "§1 a %s is shown, played and clicked without a write to the store",
    async (test_format) => {
      const { client, clock, handbill, state, writes } = await openWorld();
      const before = await state();
      for (const headers of [undefined, testServer]) {
        const issued = await client.issue({ test: true, test_format }, headers);
        clock.advance(1_000);
        for (const url of linksOf(issued.ad)) expect((await client.click(url)).status).toBe(302);
        let shown = issued.ad;
        while (actionsOf(shown).length > 0)
          shown = nextAdOf(await client.press(issued, at(actionsOf(shown), 0)));
        for (const url of linksOf(shown)) expect((await client.click(url)).status).toBe(302);
      }
      await handbill.maintain();
      expect(writes).toEqual([]);
      expect(await state()).toEqual(before);
    },
  );
  it("§1 a test key's ads, web and bot, leave the store as it was", async () => {
    const { client, handbill, writes } = await openWorld();
    expect(adOf(await client.ads({}, testServer)).test).toBe(true);
    const bot = botAnswerOf(await client.bot({}, testServer));
    expect((await client.click(bot.ad?.button_url ?? "")).status).toBe(302);
    await handbill.maintain();
    expect(writes).toEqual([]);
  });
  it("§1 test ads are given while a campaign's budget is untouched by any number of them", async () => {
    const { client, deliveries } = await openWorld();
    for (let index = 0; index < 50; index++) adOf(await client.ads({ test: true }));
    expect(await deliveries()).toEqual([]);
  });
});
