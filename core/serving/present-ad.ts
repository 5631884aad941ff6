import type { Creative, SceneButton } from "../catalog/entities.ts";
import type { Configuration } from "../configuration.ts";
import type { Ad } from "../contract/ad.ts";
import type { Block, Button } from "../contract/blocks.ts";
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
  /** The same as bytes. */
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
}

/** The ad object of contract.md §2.3, with its actions and links signed for its holder. */
export function presentAd(shown: Presentation, configuration: Configuration): Ad {
  const { keyring } = configuration;
  return {
    delivery_id: shown.deliveryId,
    expires_at: new Date(shown.issuedAt + deliveryLifetimeMs).toISOString(),
    format: shown.format,
    disclosure: shown.creative.disclosure.text,
    test: shown.test,
    blocks: presentBlocks(shown, configuration),
    ...(shown.billable && { view: sealViewReceipt(keyring, shown.holder, shown.deliveryBytes) }),
  };
}

function presentBlocks(shown: Presentation, configuration: Configuration): readonly Block[] {
  let button = 0;
  return (shown.creative.scenes?.[shown.scene]?.blocks ?? []).map((block) => {
    if (block.kind !== "buttons") return block;
    return {
      kind: "buttons",
      buttons: block.buttons.map((item) => presentButton(item, button++, shown, configuration)),
    };
  });
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
    ...(item.style !== undefined && { style: item.style }),
    ...(item.goto !== undefined && {
      action: sealAction(keyring, holder, deliveryBytes, { test, format, scene, button }),
    }),
    ...(item.landingUrl !== undefined && {
      url: clickUrl(baseUrl, sealClickId(keyring, deliveryBytes, { test, scene, button })),
    }),
  };
}

/** contract.md §4.5. */
export function clickUrl(baseUrl: string, clickId: string): string {
  return `${baseUrl}/api/v1/click/${clickId}`;
}
