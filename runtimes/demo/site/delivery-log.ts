import type { Campaign } from "../../../core/catalog/entities.ts";
import type { CatalogDelta } from "../../../core/storage/catalog-change.ts";
import type { Delivery } from "../../../core/storage/delivery.ts";
import type { Clock, EpochMs } from "../../../core/timing/clock.ts";
import { deliveryLifetimeMs } from "../../../core/timing/windows.ts";
import type { DeliveriesAnswer, DeliveryLife, DeliveryStep } from "./delivery-life.ts";

/** The latest deliveries of this process, in its memory, for the demo page. */
export interface DeliveryLog {
  readonly noteCatalog: (delta: CatalogDelta) => void;
  /** A delivery as it stands after something happened to it. States may arrive in any order. */
  readonly note: (delivery: Delivery, charged: boolean) => void;
  readonly read: (since: number) => DeliveriesAnswer;
  /** The id of a delivery's campaign. `undefined`: the delivery is not remembered. */
  readonly campaignOf: (deliveryId: string) => string | undefined;
  /** The name of a campaign; its id for an unknown one. */
  readonly nameOf: (campaignId: string) => string;
}

/** Most deliveries that are remembered. */
export const maxDeliveries = 100;

interface Entry {
  readonly number: number;
  readonly delivery: Delivery;
  readonly expiredAt?: EpochMs | undefined;
  /** The change that it had last. */
  readonly changed: number;
}

export function createDeliveryLog(clock: Clock): DeliveryLog {
  const entries = new Map<string, Entry>();
  const campaigns = new Map<string, Campaign>();
  let changes = 0;
  let issued = 0;
  let charged = 0;
  let billedMicros = 0;

  const expire = (): void => {
    for (const [id, entry] of entries) {
      const expiresAt = entry.delivery.issuedAt + deliveryLifetimeMs;
      if (isOpen(entry) && clock() > expiresAt)
        entries.set(id, { ...entry, expiredAt: expiresAt, changed: ++changes });
    }
  };
  return {
    noteCatalog: ({ reload, campaigns: changed, removed }) => {
      if (reload) campaigns.clear();
      for (const campaign of changed) campaigns.set(campaign.id, campaign);
      for (const { kind, id } of removed) if (kind === "campaign") campaigns.delete(id);
    },
    note: (delivery, isCharge) => {
      const known = entries.get(delivery.id);
      if (known === undefined) issued += 1;
      if (isCharge) {
        charged += 1;
        billedMicros += delivery.priceMicros;
      }
      entries.set(delivery.id, {
        number: known?.number ?? issued,
        delivery: known === undefined ? delivery : later(known.delivery, delivery),
        changed: ++changes,
      });
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size > maxDeliveries) entries.delete(oldest);
    },
    campaignOf: (id) => entries.get(id)?.delivery.campaignId,
    nameOf: (id) => campaigns.get(id)?.name ?? id,
    read: (since) => {
      expire();
      const from = since > changes ? 0 : since;
      const all = [...entries.values()];
      const held = all.filter((entry) => isOpen(entry) && entry.delivery.surface === "web");
      return {
        latest: changes,
        totals: {
          issued,
          charged,
          billedMicros,
          heldMicros: held.reduce((sum, { delivery }) => sum + delivery.priceMicros, 0),
        },
        deliveries: all
          .filter((entry) => entry.changed > from)
          .map((entry) => lifeOf(entry, campaigns.get(entry.delivery.campaignId)?.name)),
      };
    },
  };
}

/** Events of a delivery are never undone, so the merge of two states keeps each fact that either has. */
function later(a: Delivery, b: Delivery): Delivery {
  return {
    ...a,
    seenAt: a.seenAt ?? b.seenAt,
    pressedAt: a.pressedAt ?? b.pressedAt,
    clickedAt: a.clickedAt ?? b.clickedAt,
    chargedAt: a.chargedAt ?? b.chargedAt,
    presses: a.presses.length < b.presses.length ? b.presses : a.presses,
  };
}

function isOpen({ delivery, expiredAt }: Entry): boolean {
  return delivery.seenAt === undefined && delivery.chargedAt === undefined && expiredAt === undefined;
}

function lifeOf({ number, delivery, expiredAt }: Entry, campaign: string | undefined): DeliveryLife {
  const { format, surface, placement, topicId, priceMicros, presses } = delivery;
  // Of events of one instant the cause comes first: a press or a click counts as seen, and a seen ad is charged.
  const steps: DeliveryStep[] = [
    { kind: "issued", at: delivery.issuedAt },
    ...presses.map(({ at }): DeliveryStep => ({ kind: "pressed", at })),
    ...step("clicked", delivery.clickedAt),
    ...step("seen", delivery.seenAt),
    ...step("charged", delivery.chargedAt),
    ...step("expired", expiredAt),
  ];
  return {
    number,
    campaign: campaign ?? delivery.campaignId,
    format,
    surface,
    placement,
    topic: topicId,
    priceMicros,
    steps: steps.sort((a, b) => a.at - b.at),
  };
}

function step(kind: DeliveryStep["kind"], at: EpochMs | undefined): readonly DeliveryStep[] {
  return at === undefined ? [] : [{ kind, at }];
}
