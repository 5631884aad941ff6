/** What a measured page loads: 200 cards, each observed again as soon as it was seen. */
import { mountAd } from "../../../runtimes/browser/mod.ts";
import { observeVisibility } from "../../../runtimes/browser/visibility.ts";

const ad = {
  delivery_id: "delivery",
  format: "text",
  disclosure: "Ad by Tern & Sons",
  expires_at: "2030-01-01T00:00:00Z",
  test: true,
  blocks: [{ kind: "text", text: "Beans roasted this morning" }],
} as const;

let seen = 0;
const watch = (card: Element): void => {
  observeVisibility(card, () => {
    seen += 1;
    watch(card);
  });
};
for (const slot of document.querySelectorAll(".slot")) {
  mountAd(slot, { ad, trackViews: false });
  const card = slot.querySelector("handbill-ad");
  if (card && document.body.dataset["watch"]) watch(card);
}
Object.assign(window, { seen: () => seen });
