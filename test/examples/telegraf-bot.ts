import { type Context, Telegraf } from "telegraf";
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
  await ctx.replyWithHTML(answer.message, { link_preview_options: { is_disabled: true } });
}

const bot = new Telegraf(process.env["BOT_TOKEN"] ?? "", {
  telegram: { apiRoot: process.env["BOT_API"] ?? "https://api.telegram.org" },
});
bot.on("text", (ctx) => replyWithAd(ctx, "Your train leaves at <b>9:41</b>."));
await bot.launch();
