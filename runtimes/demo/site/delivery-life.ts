import type { CreativeFormat } from "../../../core/contract/formats.ts";
import type { Micros } from "../../../core/money.ts";
import type { Surface } from "../../../core/storage/delivery.ts";
import type { EpochMs } from "../../../core/timing/clock.ts";

/** A delivery as the demo page sees it. No identity, no question, no ids that a request could use. */
export interface DeliveryLife {
  /** 1 for the first delivery since the server started. */
  readonly number: number;
  /** Name of the campaign. */
  readonly campaign: string;
  readonly format: CreativeFormat;
  readonly surface: Surface;
  readonly placement: string;
  /** The topic that the campaign was matched by. */
  readonly topic?: string | undefined;
  readonly priceMicros: Micros;
  /** In the order in which they happened; the first is `issued`. */
  readonly steps: readonly DeliveryStep[];
}

export interface DeliveryStep {
  readonly kind: "issued" | "seen" | "pressed" | "clicked" | "charged" | "expired";
  /** By the store's clock. */
  readonly at: EpochMs;
}

/** Since the server started. */
export interface DeliveryTotals {
  readonly issued: number;
  readonly charged: number;
  readonly billedMicros: Micros;
  /** The amounts that the deliveries of the list hold now. */
  readonly heldMicros: Micros;
}

/** Answer of `GET /demo/deliveries?since=`. */
export interface DeliveriesAnswer {
  /** To be sent as the next `since`. Lower than `since`: the server was started anew, and this is everything. */
  readonly latest: number;
  readonly totals: DeliveryTotals;
  /** The changes after `since`, oldest delivery first. */
  readonly deliveries: readonly DeliveryLife[];
}
