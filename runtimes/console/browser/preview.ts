import { type Creative, sdk, showCreative } from "./card.ts";

const pauseMs = 250;

/** Shows the edited creative in the cards beside the editor. The server parses the form, as it does on saving. */
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
    let message = "";
    const isBot = creative.format === "bot";
    const onRefused = (why: string): void => {
      message = `The card cannot show this yet: ${why}`;
    };
    if (isBot || first === undefined) {
      message = "A line in a message has no card.";
      for (const frame of [first, ...copies]) frame?.replaceChildren();
    } else {
      // The first card is interactive; the others follow it.
      const followers = copies.map((frame) => showCreative(frame, creative, { onRefused }));
      const onScene = (scene: number): void => {
        for (const { goTo } of followers) goTo(scene);
      };
      showCreative(first, creative, { onRefused, onScene });
    }
    if (verdict && verdict.textContent !== message) verdict.textContent = message;
  };
  show(JSON.parse(previews.dataset["creative"] ?? "{}"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requests = 0;
  const update = async (): Promise<void> => {
    requests += 1;
    const current = requests;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const response = await fetch(address, { method: "POST", body });
    if (response.ok && current === requests) show(await response.json());
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    // Without an answer the preview stays; saving reports the errors.
    timer = setTimeout(() => void update().catch(() => {}), pauseMs);
  });
}
