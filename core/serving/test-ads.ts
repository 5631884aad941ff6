import type { Creative } from "../catalog/entities.ts";
import type { Ad } from "../contract/ad.ts";
import type { AdFormat } from "../contract/formats.ts";
import type { Action } from "../signing/action.ts";
import { createDeliveryId, deliveryIdTime, parseDeliveryId } from "../signing/delivery-id.ts";
import type { Holder } from "../signing/holder.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import { aboutTestAd } from "./about-ad.ts";
import { presentAd } from "./present-ad.ts";
import type { Requester } from "./requester.ts";
import { findButton, nextScene } from "./scenes.ts";
import type { Services } from "./services.ts";
import { testCreative } from "./test-creatives.ts";

/**
 * A test ad (contract.md §1): built in, stateless, without receipt and without a trace in the store. Its id says whether the identity
 * may be used (§2.8), because the limits on its presses may be stored.
 */
export function issueTestAd(
  format: AdFormat,
  { holder, userKey }: Pick<Requester, "holder" | "userKey">,
  services: Services,
): Ad {
  const deliveryId = createDeliveryId(services.clock(), services.random, userKey !== "");
  return presentTestScene(deliveryId, format, 0, holder, services);
}

/** The next scene of a test ad, `undefined` after its hour. The id alone carries its time. */
export function advanceTestAd(
  deliveryId: string,
  action: Action,
  holder: Holder,
  services: Services,
): Ad | undefined {
  const bytes = parseDeliveryId(deliveryId);
  if (bytes === undefined || services.clock() - deliveryIdTime(bytes) > deliveryLifetimeMs) return undefined;
  const creative = creativeOf(action.format, services);
  const button = findButton(creative, action.scene, action.button);
  const scene = button && nextScene(creative, button);
  return scene === undefined
    ? undefined
    : presentTestScene(deliveryId, action.format, scene, holder, services);
}

function presentTestScene(
  deliveryId: string,
  format: AdFormat,
  scene: number,
  holder: Holder,
  services: Services,
): Ad {
  const deliveryBytes = parseDeliveryId(deliveryId);
  if (deliveryBytes === undefined) throw new Error("A delivery id was made that cannot be read.");
  const creative = creativeOf(format, services);
  const issuedAt = deliveryIdTime(deliveryBytes);
  return presentAd(
    {
      deliveryId,
      deliveryBytes,
      issuedAt,
      creative,
      format,
      scene,
      test: true,
      billable: false,
      holder,
      about: aboutTestAd,
    },
    services.configuration,
  );
}

function creativeOf(format: AdFormat, services: Services): Creative {
  return testCreative(format, services.configuration.baseUrl);
}
