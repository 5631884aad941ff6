/** The script of the demo page. Everything it shows of others is text; it stores nothing on the device. */
import { createMoneyFormat } from "../../../core/money-format.ts";
import { createClient, newVisitorId } from "../../browser/mod.ts";
import { onAd } from "./ad-events.ts";
import { createAdSlot } from "./ad-slot.ts";
import { firstQuestion } from "./answers.ts";
import { startChat } from "./chat.ts";
import { createCodeBox } from "./code-box.ts";
import { find, make } from "./elements.ts";
import { startInspector } from "./inspector.ts";
import { createPanel } from "./panel.ts";
import { pollDeliveries } from "./poll.ts";
import { fieldsFor, readSettings } from "./settings.ts";
import { stayHere } from "./stay-here.ts";
import { showTestAds } from "./test-deliveries.ts";

const { platform = "", base = "", currency = "" } = document.body.dataset;
const code = createCodeBox({
  baseUrl: base,
  platformId: platform,
  question: firstQuestion,
  format: undefined,
});

// The demo's platform lets in one origin; from another (127.0.0.1 for localhost) each request would be refused.
if (location.origin === new URL(base).origin) void start();
else sendTo(`${base}/`);

async function start(): Promise<void> {
  const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "");
  // A debug link of the console: the overlay is there before the first request.
  if (location.hash.startsWith("#handbill-debug=")) await import(`${baseUrl}/handbill-debug.js`);
  startInspector(baseUrl);
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
  let question = firstQuestion;
  const showCode = (): void =>
    code.show({ baseUrl: base, platformId: platform, question, format: read().format });
  const read = readSettings(
    () => {
      showCode();
      fill();
      chat.refill();
    },
    () => {
      fill();
      chat.reset();
    },
  );
  const onQuestion = (asked: string): void => {
    question = asked;
    showCode();
  };
  const chat = startChat({ client, settings: read, onQuestion });
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
