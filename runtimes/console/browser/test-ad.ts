import { sdk, showCreative } from "./card.ts";

/** Shows test ads on the page of a platform: the built-in one, and the one that a page of this site would get. */
export function showTestAds(): void {
  const tester = document.querySelector<HTMLElement>("[data-tester]");
  const choice = tester?.querySelector("select");
  const frame = tester?.querySelector("[data-card]");
  const verdict = tester?.querySelector("[data-verdict]");
  const handbill = sdk();
  if (!tester || !choice || !frame || !verdict || !handbill) return;
  const builtIn = (): void => {
    const creative = choice.selectedOptions[0]?.dataset["creative"];
    if (creative !== undefined) showCreative(frame, JSON.parse(creative), { onRefused: showStatus });
  };
  const showStatus = (text: string): void => {
    verdict.textContent = text;
  };
  choice.addEventListener("change", () => {
    showStatus("");
    builtIn();
  });
  tester.querySelector("[data-live]")?.addEventListener("click", async () => {
    showStatus("Requesting …");
    const { platform = "", base = "" } = tester.dataset;
    const client = handbill.createClient({
      baseUrl: base,
      platformId: platform,
      visitorId: handbill.newVisitorId(),
    });
    try {
      const ad = await client.requestAd({ test: true, test_format: choice.value });
      handbill.mountAd(frame, { ad, client });
      showStatus(ad === null ? "The ad server answered: no ad." : "This ad came from the ad server.");
    } catch (error) {
      builtIn();
      showStatus(
        `The ad server refused: ${error instanceof Error ? error.message : String(error)} A page gets ads when its site is allowed; this console is at ${location.origin}.`,
      );
    }
  });
  builtIn();
}
