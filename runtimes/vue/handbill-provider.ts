import {
  type ComputedRef,
  computed,
  type DefineSetupFnComponent,
  defineComponent,
  type InjectionKey,
  type PropType,
  provide,
} from "vue";
import { type ClientOptions, createClient, type PlaceClient } from "../browser/mod.ts";

/** The props of {@link HandbillProvider}: a client of yours, or the settings of one. */
export interface HandbillProviderProps extends Partial<Omit<ClientOptions, "visitorId">> {
  /** A client of yours, for example one that calls your own server. The other props are not needed then. */
  readonly client?: PlaceClient | undefined;
  /**
   * The visitor, or a function that the first ad calls in the browser: `keepVisitorId` (after consent) or `newVisitorId`
   * of `handbill/browser`. The next ad calls another function again, for example when consent is withdrawn. An inline
   * function is another one at each rendering.
   */
  readonly visitorId?: string | (() => string) | undefined;
}

/** Computed at the first read, which happens in the browser only. */
export const clientKey: InjectionKey<ComputedRef<PlaceClient>> = Symbol("handbill");

/** Connects the ads below it to the ad server. Changed settings apply to the next ad. Renders its slot only. */
export const HandbillProvider: DefineSetupFnComponent<HandbillProviderProps> = defineComponent(
  (props: HandbillProviderProps, { slots }) => {
    const client = computed(() => {
      const { visitorId, baseUrl, platformId, timeoutMs, consent } = props;
      if (props.client) return props.client;
      if (!baseUrl || !platformId || !visitorId)
        throw new Error("Give <HandbillProvider> baseUrl, platformId and visitorId, or a client.");
      const id = typeof visitorId === "string" ? visitorId : visitorId();
      return createClient({ baseUrl, platformId, visitorId: id, timeoutMs, consent });
    });
    provide(clientKey, client);
    return () => slots["default"]?.();
  },
  {
    name: "HandbillProvider",
    props: {
      client: Object,
      baseUrl: String,
      platformId: String,
      visitorId: [String, Function] as PropType<string | (() => string)>,
      timeoutMs: Number,
      consent: Boolean,
    },
  },
);
