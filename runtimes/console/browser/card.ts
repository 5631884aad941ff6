/** The members of the SDK in use. A script tag of its own loads the SDK, as on a site. */
interface Sdk {
  mountAd(element: Element, options: object): { setAd(ad: object | null): void };
  createClient(options: object): { requestAd(fields: object): Promise<object | null> };
  newVisitorId(): string;
}

export function sdk(): Sdk | undefined {
  const loaded: unknown = Reflect.get(window, "Handbill");
  return isSdk(loaded) ? loaded : undefined;
}

function isSdk(loaded: unknown): loaded is Sdk {
  return typeof loaded === "object" && loaded !== null && "mountAd" in loaded;
}

interface Shown {
  readonly goto?: string;
  readonly landingUrl?: string;
}

/** A creative in the editor. Missing parts are not shown. */
export interface Creative {
  readonly format?: string;
  readonly disclosure?: { readonly text?: string };
  readonly scenes?: readonly { readonly id: string; readonly blocks: readonly Block[] }[];
}

interface Block {
  readonly kind: string;
  readonly buttons?: readonly (Shown & object)[];
}

const hourMs = 3_600_000;
let shownCount = 0;

/** A creative in the real card. Its buttons lead through the scenes. */
export interface ShownCreative {
  readonly goTo: (scene: number) => void;
}

export interface Listeners {
  /** Called when the card cannot show it. */
  readonly onRefused: (why: string) => void;
  /** Called when a button leads to another scene. */
  readonly onScene?: (scene: number) => void;
}

/** Shows a creative from its first scene. */
export function showCreative(
  element: Element,
  creative: Creative,
  { onRefused, onScene }: Listeners,
): ShownCreative {
  const adOf = (index: number): object => {
    shownCount += 1;
    return {
      delivery_id: `preview-${shownCount}`,
      expires_at: new Date(Date.now() + hourMs).toISOString(),
      format: creative.format ?? "text",
      disclosure: creative.disclosure?.text ?? "",
      test: true,
      blocks: (creative.scenes?.[index]?.blocks ?? []).map((block) =>
        block.buttons === undefined ? block : { ...block, buttons: block.buttons.map(buttonOf) },
      ),
    };
  };
  const next = (action: string): object => {
    const index = Math.max(creative.scenes?.findIndex(({ id }) => id === action) ?? 0, 0);
    onScene?.(index);
    return adOf(index);
  };
  const onError = (event: Event): void => {
    if (event instanceof CustomEvent) onRefused(String(event.detail.error));
  };
  element.addEventListener("handbill:error", onError);
  const card = sdk()?.mountAd(element, {
    ad: adOf(0),
    trackViews: false,
    onAction: async (_ad: object, action: string) => next(action),
  });
  // The next creative in this element adds its own listener.
  element.removeEventListener("handbill:error", onError);
  return { goTo: (scene) => card?.setAd(adOf(scene)) };
}

function buttonOf({ goto, landingUrl, ...rest }: Shown & object): object {
  return {
    // A button without a label yet.
    label: "…",
    ...rest,
    ...(goto !== undefined && { action: goto }),
    ...(landingUrl !== undefined && { url: landingUrl }),
  };
}
