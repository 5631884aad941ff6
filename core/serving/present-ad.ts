import type { Creative, SceneButton } from "../catalog/entities.ts";
import type { Configuration } from "../configuration.ts";
import type { AboutAd, Ad } from "../contract/ad.ts";
import type { Block, Button, GalleryBlock, MediaBlock, TextBlock } from "../contract/blocks.ts";
import type { AdFormat } from "../contract/formats.ts";
import { sealAction } from "../signing/action.ts";
import { sealClickId } from "../signing/click-id.ts";
import type { Holder } from "../signing/holder.ts";
import { sealViewReceipt } from "../signing/view-receipt.ts";
import type { EpochMs } from "../timing/clock.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";

/** An issued ad about to be shown. */
export interface Presentation {
  readonly deliveryId: string;
  /** The id of the delivery as bytes. */
  readonly deliveryBytes: Uint8Array;
  readonly issuedAt: EpochMs;
  readonly creative: Creative;
  readonly format: AdFormat;
  /** Index of the scene to show. */
  readonly scene: number;
  readonly test: boolean;
  /** Whether the ad carries a receipt: only the first scene of an ad with a price. */
  readonly billable: boolean;
  readonly holder: Holder;
  readonly about: AboutAd | undefined;
}

/** The ad object of contract.md §2.3, with its actions and links signed for its holder. */
export function presentAd(shown: Presentation, configuration: Configuration): Ad {
  const { keyring } = configuration;
  return {
    delivery_id: shown.deliveryId,
    expires_at: expiryOf(shown.issuedAt),
    format: shown.format,
    disclosure: shown.creative.disclosure.text,
    test: shown.test,
    blocks: presentBlocks(shown, configuration),
    view: shown.billable ? sealViewReceipt(keyring, shown.holder, shown.deliveryBytes) : undefined,
    about: shown.about,
  };
}

/** The last formatted time: ads of one batch expire at the same time, and formatting takes longer than comparing. */
let lastExpiry = { issuedAt: Number.NaN, text: "" };

function expiryOf(issuedAt: EpochMs): string {
  if (lastExpiry.issuedAt !== issuedAt) {
    lastExpiry = { issuedAt, text: new Date(issuedAt + deliveryLifetimeMs).toISOString() };
  }
  return lastExpiry.text;
}

function presentBlocks(shown: Presentation, configuration: Configuration): readonly Block[] {
  let button = 0;
  return (shown.creative.scenes?.[shown.scene]?.blocks ?? []).map((block) =>
    block.kind === "buttons"
      ? {
          kind: "buttons",
          buttons: block.buttons.map((item) => presentButton(item, button++, shown, configuration)),
        }
      : presentBlock(block),
  );
}

/** Copies field by field: a store may return the fields of a creative in another order, and the answer has one order. */
function presentBlock(block: TextBlock | MediaBlock | GalleryBlock): Block {
  switch (block.kind) {
    case "text": {
      const { kind, text, role } = block;
      return { kind, text, role };
    }
    case "media": {
      const { kind, media_type, url, alt, width, height, poster } = block;
      return { kind, media_type, url, alt, width, height, poster };
    }
    case "gallery": {
      const items = block.items.map(({ url, alt, width, height, title }) => ({
        url,
        alt,
        width,
        height,
        title,
      }));
      return { kind: block.kind, items };
    }
    default:
      return block satisfies never;
  }
}

function presentButton(
  item: SceneButton,
  button: number,
  shown: Presentation,
  configuration: Configuration,
): Button {
  const { keyring, baseUrl } = configuration;
  const { deliveryBytes, scene, test, format, holder } = shown;
  return {
    label: item.label,
    style: item.style,
    action:
      item.goto === undefined
        ? undefined
        : sealAction(keyring, holder, deliveryBytes, { test, format, scene, button }),
    url:
      item.landingUrl === undefined
        ? undefined
        : clickUrl(baseUrl, sealClickId(keyring, deliveryBytes, { test, scene, button })),
  };
}

/** contract.md §4.5. */
export function clickUrl(baseUrl: string, clickId: string): string {
  return `${baseUrl}/api/v1/click/${clickId}`;
}
