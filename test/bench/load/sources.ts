import type { Buffer } from "node:buffer";
import { parseDeliveryId } from "../../../core/signing/delivery-id.ts";
import { createKeyring } from "../../../core/signing/keyring.ts";
import { sealViewReceipt } from "../../../core/signing/view-receipt.ts";
import { benchDeliveryId } from "../delivery-ids.ts";
import { platformId, secret } from "../installation.ts";
import { adRequests, type BenchVisitor, benchVisitor, seenRequest } from "./requests.ts";
import type { Source } from "./run-load.ts";

/** The calls to send. `seen` confirms deliveries that were issued ahead, each once; `journey` confirms its own ads. */
export type Workload =
  | { readonly kind: "ads" }
  | { readonly kind: "seen"; readonly issuedAt: number; readonly first: number; readonly count: number }
  | { readonly kind: "journey" };

let prepared: readonly Buffer[] | undefined;

/** Everything is made before the run, so that measuring costs little. */
export function sourceOf(workload: Workload): Source {
  switch (workload.kind) {
    case "ads":
      return { next: endless() };
    case "seen":
      return seenOnce(workload);
    case "journey":
      return journey();
    default:
      return workload satisfies never;
  }
}

function endless(): () => Buffer | undefined {
  prepared ??= adRequests();
  const requests = prepared;
  let index = 0;
  return () => requests[index++ % requests.length];
}

function seenOnce(workload: Extract<Workload, { readonly kind: "seen" }>): Source {
  const keyring = createKeyring([secret], secret);
  const requests = Array.from({ length: workload.count }, (_, offset) => {
    const number = workload.first + offset;
    const who = benchVisitor(number);
    const id = benchDeliveryId(workload.issuedAt, number);
    return seenRequest(
      who,
      id,
      sealViewReceipt(keyring, holderOf(who), parseDeliveryId(id) ?? new Uint8Array()),
    );
  });
  let index = 0;
  return { next: () => requests[index++] };
}

function holderOf({ visitorId, fromBrowser }: BenchVisitor): Parameters<typeof sealViewReceipt>[1] {
  return {
    caller: fromBrowser ? "browser" : "live_key",
    platformId,
    identity: { kind: "visitor", value: visitorId },
  };
}

const seenAfterMs = 1_100;

/** Asks for ads, and confirms the view of each when it is a little older than a second (contract.md §4.3). */
function journey(): Source {
  const ads = adRequests();
  const owners = new Map(ads.map((request, index) => [request, benchVisitor(index)]));
  let waiting: { readonly due: number; readonly request: Buffer }[] = [];
  let asked = 0;
  let seen = 0;
  return {
    next: () => {
      const oldest = waiting[seen];
      if (oldest === undefined || oldest.due > performance.now()) return ads[asked++ % ads.length];
      seen += 1;
      if (seen * 2 > waiting.length) {
        waiting = waiting.slice(seen);
        seen = 0;
      }
      return oldest.request;
    },
    answered: (request, body) => {
      const owner = owners.get(request);
      if (owner === undefined) return;
      const ad = body.toString("latin1");
      const id = /"delivery_id":"([^"]+)"/.exec(ad)?.[1];
      const view = /"view":"([^"]+)"/.exec(ad)?.[1];
      if (id === undefined || view === undefined) return;
      waiting.push({ due: performance.now() + seenAfterMs, request: seenRequest(owner, id, view) });
    },
  };
}
