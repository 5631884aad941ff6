import { type Component, defineComponent, h, shallowRef } from "vue";
import { HandbillAd, HandbillProvider } from "../../../runtimes/vue/mod.ts";
import { expose, firstShown, settings } from "./app.ts";

/** One ad in Vue. */
export const VueApp: Component = defineComponent(() => {
  const shown = shallowRef(firstShown);
  expose((next) => {
    shown.value = next;
  });
  const ad = () => shown.value && h(HandbillAd, shown.value);
  return () => h("main", { id: "slot" }, h(HandbillProvider, settings, ad));
});
