import { type Creative, sdk, showCreative } from "./card.ts";

const pauseMs = 250;

/** The card beside the editor shows what is being typed. The server reads the form, as it does when it is saved. */
export function previewCreative(): void {
  const previews = document.querySelector<HTMLElement>("[data-creative].previews");
  const editor = document.querySelector<HTMLElement>("[data-editor]");
  const form = editor?.querySelector("form");
  const address = editor?.dataset["preview"];
  if (previews === null || form === null || form === undefined || address === undefined) return;
  if (sdk() === undefined) return;
  const verdict = previews.querySelector("[data-verdict]");
  const [first, ...copies] = previews.querySelectorAll("[data-card]");
  const show = (creative: Creative): void => {
    let said = "";
    const isBot = creative.format === "bot";
    const onRefused = (why: string): void => {
      said = `The card cannot show this yet: ${why}`;
    };
    if (isBot || first === undefined) {
      said = "A line in a message has no card.";
      for (const frame of [first, ...copies]) frame?.replaceChildren();
    } else {
      // One card to play with; the others follow it.
      const followers = copies.map((frame) => showCreative(frame, creative, { onRefused }));
      const onScene = (scene: number): void => {
        for (const { goTo } of followers) goTo(scene);
      };
      showCreative(first, creative, { onRefused, onScene });
    }
    if (verdict && verdict.textContent !== said) verdict.textContent = said;
  };
  show(JSON.parse(previews.dataset["creative"] ?? "{}"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const response = await fetch(address, { method: "POST", body });
    if (response.ok && mine === asked) show(await response.json());
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    // Without an answer the preview stays as it is; saving says what is wrong.
    timer = setTimeout(() => void ask().catch(() => {}), pauseMs);
  });
}
