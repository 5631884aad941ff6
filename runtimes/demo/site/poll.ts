import type { DeliveriesAnswer } from "./delivery-life.ts";
import type { Panel } from "./panel.ts";

const everyMs = 1_000;

/** Polls the server for news of its deliveries once a second while the page is visible. Returns a function that polls at once. */
export function pollDeliveries(baseUrl: string, panel: Panel): () => void {
  let latest = 0;
  let isFirst = true;
  let isAsking = false;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    isDue = isAsking;
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const response = await fetch(`${baseUrl}/demo/deliveries?since=${latest}`, { credentials: "omit" });
      if (!response.ok) throw new Error(String(response.status));
      const answer: DeliveriesAnswer = await response.json();
      if (answer.latest < latest) panel.clear();
      latest = answer.latest;
      panel.showAnswer(answer, isFirst);
      isFirst = false;
      panel.setConnected(true);
    } catch {
      panel.setConnected(false);
    }
    isAsking = false;
    if (isDue) void ask();
    else timer = setTimeout(ask, everyMs);
  };
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => void ask();
}
