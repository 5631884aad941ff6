import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useMemo,
} from "react";
import { type ClientOptions, createClient, type PlaceClient } from "../browser/mod.ts";

type ProviderSettings =
  | {
      /** A client of yours, for example one that calls your own server. */
      readonly client: PlaceClient;
    }
  | (Omit<ClientOptions, "visitorId"> & {
      /**
       * The visitor, or a function that the first ad calls in the browser: `keepVisitorId` (after consent) or
       * `newVisitorId` of `handbill/browser`. The next ad calls another function again, for example when consent is
       * withdrawn. An inline function is another one at each rendering.
       */
      readonly visitorId: string | (() => string);
    });

/** The props of {@link HandbillProvider}: a client of yours, or the settings of one. */
export type HandbillProviderProps = ProviderSettings & {
  /** The part of the page that shows ads. */
  readonly children?: ReactNode;
};

/** Opens the client at the first call, which happens in the browser only. */
export const clientContext: Context<(() => PlaceClient) | undefined> = createContext<
  (() => PlaceClient) | undefined
>(undefined);

/** Connects the ads below it to the ad server. Changed settings apply to the next ad. Renders its children only. */
export function HandbillProvider(props: HandbillProviderProps): ReactElement {
  const { children, ...settings } = props;
  const client = "client" in settings ? settings.client : undefined;
  const visitorId = "client" in settings ? undefined : settings.visitorId;
  const key = client ?? JSON.stringify(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings are a new object at each rendering.
  const open = useMemo(() => lazyClient(settings), [key, visitorId]);
  return createElement(clientContext.Provider, { value: open }, children);
}

function lazyClient(settings: ProviderSettings): () => PlaceClient {
  if ("client" in settings) return () => settings.client;
  const { visitorId, ...options } = settings;
  let client: PlaceClient | undefined;
  return () => {
    client ??= createClient({
      ...options,
      visitorId: typeof visitorId === "string" ? visitorId : visitorId(),
    });
    return client;
  };
}
