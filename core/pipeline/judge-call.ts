import type { Configuration } from "../configuration.ts";
import type { HttpRequest } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";
import type { Caller, Requester } from "../serving/requester.ts";
import type { Services } from "../serving/services.ts";
import { deliveryIdTime, parseDeliveryId } from "../signing/delivery-id.ts";
import type { PipelineContext } from "./context.ts";
import type { Endpoint } from "./endpoints.ts";
import { takeRates } from "./limit-rate.ts";
import { networkLimit } from "./network-limit.ts";

/** A judged call. */
export interface JudgedCall extends Pick<Requester, "judgement" | "network" | "granted"> {
  /** The refusal of the slots that the limits do not grant. `undefined`: they grant all. */
  readonly refused: Problem | undefined;
}

/** A call of a known caller to a JSON endpoint. */
export interface KnownCall<Body extends { readonly platform_id: string }> {
  readonly endpoint: Pick<Endpoint<Body, object>, "kind" | "surface" | "deliveryId" | "limit" | "slotsOf">;
  readonly request: HttpRequest;
  readonly body: Body;
  readonly caller: Caller;
  readonly userKey: string;
}

type Judging = Pick<PipelineContext, "judge" | "limiter" | "networkHash" | "onUnknownAddress"> & {
  readonly services: Pick<Services, "clock">;
};

/**
 * Takes the limits of a call (contract.md §7, 429), and judges it (§4.7) in the same step. A key has a limit of its own, and one
 * network may send the requests of many people under it: the network counts for browsers only. A batch takes one unit for each
 * slot, and is refused when no slot is granted.
 */
export async function judgeCall<Body extends { readonly platform_id: string }>(
  { endpoint, request, body, caller, userKey }: KnownCall<Body>,
  configuration: Configuration,
  context: Judging,
): Promise<JudgedCall | Problem> {
  const slots = endpoint.slotsOf?.(body) ?? 1;
  const isBrowser = caller.kind === "browser";
  const network = isBrowser ? context.networkHash(request, configuration) : undefined;
  const limits = isBrowser ? [...networkLimit("requestsPerNetwork", network, configuration, context)] : [];
  const ownLimit = endpoint.limit({ caller, userKey }, configuration);
  // A limiter may store its keys, so a person without an identity has no limit but that of the network.
  if (ownLimit.subject !== "") limits.push(ownLimit);
  const judging = context.judge.begin(
    {
      kind: endpoint.kind,
      caller: isBrowser ? "browser" : "server",
      surface: endpoint.surface,
      platformId: caller.platform.id,
      apiKeyId: caller.apiKeyId ?? "",
      userKey,
      network,
      request,
      adRequests: slots,
      ageMs: ageOf(endpoint.deliveryId?.(body), context.services),
    },
    configuration,
  );
  const taken = await takeRates(context.limiter, limits, judging.claims, slots);
  const { granted, refused, decisions } = taken;
  if (granted === 0 && refused !== undefined) return refused;
  return { network, granted, refused, judgement: await judging.end(decisions) };
}

/** Of a delivery that the caller names: only its action proves that the id is ours. */
function ageOf(deliveryId: string | undefined, { clock }: Pick<Services, "clock">): number | undefined {
  const bytes = deliveryId === undefined ? undefined : parseDeliveryId(deliveryId);
  return bytes && clock() - deliveryIdTime(bytes);
}
