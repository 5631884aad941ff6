import { type DefineSetupFnComponent, defineComponent, h, inject, shallowRef, watch } from "vue";
import { type AdChoice, adKey, placeAd } from "../browser/mod.ts";
import { clientKey } from "./handbill-provider.ts";

/** The props of {@link HandbillAd}. `class` goes to the element that holds the card; it has no height without an ad. */
export interface HandbillAdProps extends AdChoice {}

/**
 * One ad, inside a `HandbillProvider`. It requests an ad after it is mounted in the browser, and another one when the
 * question, placement or fields change. For a new ad on each page of an app give it the route's path as `key`.
 */
export const HandbillAd: DefineSetupFnComponent<HandbillAdProps> = defineComponent(
  (props: HandbillAdProps) => {
    const client = inject(clientKey);
    if (client === undefined) throw new Error("Put <HandbillProvider> around <HandbillAd>.");
    const slot = shallowRef<HTMLElement>();
    watch(
      [slot, () => adKey(props)],
      ([element], _, onCleanup) => {
        if (element) onCleanup(placeAd(element, client.value, props));
      },
      { flush: "post" },
    );
    return () => h("div", { ref: slot });
  },
  {
    name: "HandbillAd",
    props: {
      ad: { type: Object, default: undefined },
      placement: String,
      question: String,
      answer: String,
      fields: Object,
      words: Object,
    },
  },
);
