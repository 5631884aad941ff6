import type { ExplanationInWords } from "../../../core/serving/explain-in-words.ts";
import { type AdCall, recordCalls } from "../../browser/debug/calls.ts";
import { find, make } from "./elements.ts";
import { startTabs } from "./tabs.ts";

/** The fields of a request that decide about its ad. */
const explained = ["platform_id", "placement", "language_code", "accept_formats", "context"];
/** The placement of the chat. */
const chatPlacement = "chat";

/** Shows the latest request of the chat with its answer, and why it got this ad. */
export function startInspector(baseUrl: string): void {
  startTabs(find("tab-why").parentElement ?? find("site"));
  let latest: AdCall | undefined;
  recordCalls(`${baseUrl}/`, (call) => {
    if ((call.request["placement"] ?? chatPlacement) !== chatPlacement) return;
    latest = call;
    find("request").textContent = JSON.stringify(call.request, null, 2);
    find("answer").textContent = JSON.stringify(call.answer, null, 2);
    void explain(baseUrl, call).then((sentences) => {
      if (call === latest) find("why").replaceChildren(...sentences, consoleLink(call));
    });
  });
}

async function explain(
  baseUrl: string,
  { request, deliveryId, status }: AdCall,
): Promise<readonly Element[]> {
  if (request["test"] === true)
    return [make("p", "verdict", "A test ad was requested: no campaign is asked, and nothing is stored.")];
  if (status !== 200) return [make("p", "verdict", `The server answered ${status}: see the tab Answer.`)];
  const fields = Object.fromEntries(Object.entries(request).filter(([name]) => explained.includes(name)));
  const response = await fetch(`${baseUrl}/demo/explain`, {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ request: fields, delivery_id: deliveryId }),
  }).catch(() => undefined);
  if (response?.ok !== true) return [make("p", "verdict", "The server does not explain this request.")];
  const { verdict, topics, eligible, notEligible }: ExplanationInWords = await response.json();
  return [
    make("p", "verdict", verdict),
    ...[...topics, ...eligible, ...notEligible].map((sentence) => make("p", "", sentence)),
  ];
}

/** The same request on the page "Why" of the console. */
function consoleLink({ request }: AdCall): Element {
  const { context, accept_formats: formats, language_code: language, platform_id: platform } = request;
  const question: unknown = Object(context).question;
  const query = new URLSearchParams({
    platform_id: String(platform),
    context: String(question ?? ""),
    ...(Array.isArray(formats) && { accept_formats: String(formats[0]) }),
    ...(language !== undefined && { language_code: String(language) }),
  });
  const link = make("a", "", "Explain it in the console");
  link.href = `console/explain?${query}`;
  return link;
}
