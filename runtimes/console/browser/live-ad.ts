import { sdk } from "./card.ts";

const tries = 12;
const pauseMs = 400;

/** Requests live ads on the test page, as a page of the site does. */
export function showLiveAds(): void {
  const tester = document.querySelector<HTMLElement>("[data-live-ad]");
  const button = tester?.querySelector("button");
  const status = tester?.querySelector("[role=status]");
  const card = tester?.querySelector("[data-card]");
  const question = tester?.querySelector("input");
  const handbill = sdk();
  if (!tester || !button || !status || !card || !question || !handbill) return;
  const show = (text: string): void => {
    status.textContent = text;
  };
  const { platform = "", base = "" } = tester.dataset;
  const client = handbill.createClient({
    baseUrl: base,
    platformId: platform,
    visitorId: handbill.newVisitorId(),
  });
  card.addEventListener("handbill:viewed", () => show("The view is confirmed: it is counted and billed."));
  card.addEventListener("handbill:error", () => show("The view could not be confirmed."));
  /** A new platform or campaign reaches every instance a little later. */
  const request = async (left: number): Promise<object | null> => {
    const asked = client.requestAd({ context: { question: question.value } });
    const ad = left > 1 ? await asked.catch(() => null) : await asked;
    if (ad !== null || left <= 1) return ad;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    return request(left - 1);
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    show("Requesting …");
    try {
      const ad = await request(tries);
      show(
        ad === null ? "The ad server answered: no ad." : "A live ad. Its view is confirmed after a second.",
      );
      handbill.mountAd(card, { ad, client });
    } catch (error) {
      show(`The ad server refused: ${error instanceof Error ? error.message : String(error)}`);
    }
    button.disabled = false;
  });
}
