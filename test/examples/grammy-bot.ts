import { Bot, type Context } from "grammy";
import { createServerClient } from "../../runtimes/server-client/mod.ts";

const ads = createServerClient({
  baseUrl: process.env["ADS_URL"] ?? "http://localhost:8787",
  apiKey: process.env["ADS_KEY"] ?? "",
  platformId: process.env["ADS_PLATFORM"] ?? "pf_demo",
});

/** Replies in HTML, with an ad below if there is one within 800 ms; otherwise the message goes out unchanged. */
async function replyWithAd(ctx: Context, message: string): Promise<void> {
  const { id, language_code = "en", is_premium = false } = ctx.from ?? { id: 0 };
  const answer = await ads.appendAd({ user_id: id, message, language_code, is_premium });
  await ctx.reply(answer.message, { parse_mode: "HTML", link_preview_options: { is_disabled: true } });
}

const bot = new Bot(process.env["BOT_TOKEN"] ?? "", {
  client: { apiRoot: process.env["BOT_API"] ?? "https://api.telegram.org" },
});
bot.on("message:text", (ctx) => replyWithAd(ctx, "Your train leaves at <b>9:41</b>."));
await bot.start();
