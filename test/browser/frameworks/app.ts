import {
  type Ad,
  type AdChoice,
  type Client,
  type ClientOptions,
  createClient,
  newVisitorId,
} from "../../../runtimes/browser/mod.ts";

/** The props of the component; `key` as the frameworks have it. `null`: the component is not mounted. */
export type Shown = (AdChoice & { readonly key?: string }) | null;

export interface App {
  /** Changes what the app of a framework shows. */
  readonly show: (shown: Shown) => void;
  /** Requests an ad of the app's visitor, as its server would. */
  readonly request: () => Promise<Ad | null>;
}

declare global {
  interface Window {
    app: App;
  }
}

export const firstShown: Shown = { question: "What is a latte?" };

const visitorId = newVisitorId();

/** The provider's props. The page's address names the ad server; on a server nothing asks for it. */
export const settings: ClientOptions = {
  baseUrl: new URLSearchParams(globalThis.location?.search).get("ads") ?? "https://ads.example",
  platformId: "pf_browser",
  visitorId,
  // A busy machine loses no request.
  timeoutMs: 120_000,
};

export const client: Client = createClient(settings);

export function expose(show: App["show"]): void {
  if (typeof window !== "undefined")
    window.app = { show, request: () => client.requestAd({ accept_formats: ["card"] }) };
}
