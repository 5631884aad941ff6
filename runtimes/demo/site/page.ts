/** The script of the demo page. Everything it shows of others is text; it stores nothing on the device. */
import { createMoneyFormat } from "../../../core/money-format.ts";
import { createClient, newVisitorId } from "../../browser/mod.ts";
import { onAd } from "./ad-events.ts";
import { createAdSlot } from "./ad-slot.ts";
import { startChat } from "./chat.ts";
import { find, make } from "./elements.ts";
import { createPanel } from "./panel.ts";
import { pollDeliveries } from "./poll.ts";
import { fieldsFor, readSettings } from "./settings.ts";
import { showSnippet } from "./snippet.ts";
import { stayHere } from "./stay-here.ts";
import { showTestAds } from "./test-deliveries.ts";

const { platform = "", base = "", currency = "" } = document.body.dataset;
showSnippet(base, platform);

// The demo's platform lets in one origin; from another (127.0.0.1 for localhost) each request would be refused.
if (location.origin === new URL(base).origin) start();
else sendTo(`${base}/`);

function start(): void {
  const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "");
  const client = createClient({ baseUrl, platformId: platform, visitorId: newVisitorId() });
  const panel = createPanel(createMoneyFormat(currency));
  const pollNow = pollDeliveries(baseUrl, panel);
  showTestAds(panel);
  stayHere();
  onAd("filled", pollNow);
  onAd("viewed", pollNow);
  // The page reports a press when it is sent, and shows the next scene when it is recorded.
  onAd("rendered", pollNow);

  const article = createAdSlot(placeNamed("article"), client);
  const feed = createAdSlot(placeNamed("feed"), client);
  const title = find("article").querySelector("h3")?.textContent ?? "";
  const fill = (): void => {
    const settings = read();
    const content = find("article").innerText;
    const about = { placement: "article", context: { type: "article", title, content } } as const;
    void article.fill(fieldsFor(settings, about));
    const posts = { placement: "sidebar", context: { type: "feed", text: find("feed").innerText } } as const;
    void feed.fill(fieldsFor(settings, posts, ["image", "card", "quiz"]));
  };
  const read = readSettings(() => {
    fill();
    chat.refill();
  });
  const chat = startChat(client, read);
  fill();
}

function placeNamed(name: string): Element {
  const found = document.querySelector(`[data-place="${name}"]`);
  if (found === null) throw new Error(`The page has no place for the ${name}.`);
  return found;
}

function sendTo(address: string): void {
  const notice = find("notice");
  const link = make("a", "", address);
  link.href = address;
  notice.append("The demo may show ads at one address only. Open it there: ", link);
  notice.hidden = false;
}
