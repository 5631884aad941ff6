/**
 * The debug overlay, `/handbill-debug.js` of the ad server. The script tag loads it on a page that was opened by a debug link of the
 * console (`#handbill-debug=…`), before it fills the slots. The server checks the link; without a valid one the overlay shows
 * the reason and nothing else.
 */
import { createPanel, type Why } from "./panel.ts";
import { type SeenSlot, watchSlots } from "./slots-seen.ts";

const baseUrl = new URL(".", import.meta.url).href;
const token = new URLSearchParams(location.hash.slice(1)).get("handbill-debug") ?? "";
/** The fields of a request that decide about its ad. Identities stay in the page. */
const explained = ["platform_id", "placement", "language_code", "accept_formats", "context"];
const send = window.fetch.bind(window);

interface Answer {
  readonly platform: string;
  readonly expiresAt: number;
  readonly why?: Why;
}

async function ask(fields: object): Promise<Answer> {
  const response = await send(`${baseUrl}console/debug`, {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, ...fields }),
  }).catch(() => undefined);
  if (response === undefined) throw new Error("The ad server does not answer. Is its console on?");
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.detail ?? `The ad server answered ${response.status}.`);
  return answer;
}

async function explain({ call }: SeenSlot): Promise<Why> {
  const request = Object.fromEntries(
    Object.entries(call?.request ?? {}).filter(([name]) => explained.includes(name)),
  );
  const { why } = await ask({ request, delivery_id: call?.deliveryId });
  if (why === undefined) throw new Error("The ad server does not explain this request.");
  return why;
}

async function start(): Promise<void> {
  let isOn = true;
  const slots = watchSlots(baseUrl);
  const panel = createPanel({
    explain,
    onRemove: () => {
      isOn = false;
      slots.stop();
      panel.remove();
      history.replaceState(history.state, "", location.pathname + location.search);
    },
  });
  panel.setStatus("Checking the link …");
  try {
    const { platform, expiresAt } = await ask({});
    const draw = (): void => {
      if (!isOn) return;
      const minutes = Math.ceil((expiresAt - Date.now()) / 60_000);
      panel.setStatus(minutes > 0 ? `${platform}, ${minutes} min left` : `${platform}, the link has expired`);
      panel.draw(slots.all());
      requestAnimationFrame(draw);
    };
    draw();
  } catch (error) {
    slots.stop();
    panel.setStatus(error instanceof Error ? error.message : String(error), true);
  }
}

void start();
