import { onAd } from "./ad-events.ts";
import type { LineStep } from "./delivery-line.ts";
import { explainTest } from "./explain.ts";
import type { Panel } from "./panel.ts";

/** Shows test ads in the panel as well. The server keeps nothing of them, so the page tells of its own. */
export function showTestAds(panel: Panel): void {
  const shown = new Map<string, readonly LineStep[]>();
  const show = (id: string, format: string, kind: "issued" | "pressed" | "clicked"): void => {
    const steps: readonly LineStep[] = [...(shown.get(id) ?? []), { label: kind, state: "done" }];
    shown.set(id, steps);
    panel.show(`test ${id}`, {
      title: "Test ad",
      details: [format, "told by this page"],
      price: "test",
      steps,
      sentence: explainTest(kind),
    });
  };
  onAd("filled", ({ ad }) => ad.test && show(ad.delivery_id, ad.format, "issued"));
  onAd("action", ({ ad }) => ad.test && show(ad.delivery_id, ad.format, "pressed"));
  onAd("clicked", ({ ad }) => ad.test && show(ad.delivery_id, ad.format, "clicked"));
}
