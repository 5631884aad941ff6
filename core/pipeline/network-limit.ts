import type { Configuration } from "../configuration.ts";
import type { HttpRequest } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";
import type { PipelineContext } from "./context.ts";
import { type LimitedBy, limitRate } from "./limit-rate.ts";

type Limiting = Pick<PipelineContext, "limiter" | "networkHash" | "onUnknownAddress">;

/** The limit on the network of a request; empty when it is switched off or the client's address is not known. */
export function networkLimit(
  name: "requestsPerNetwork" | "failedAuthPerNetwork",
  network: string | undefined,
  { rateLimits, trustProxy }: Configuration,
  { onUnknownAddress }: Pick<Limiting, "onUnknownAddress">,
): readonly LimitedBy[] {
  const rate = rateLimits[name];
  if (rate === false) return [];
  if (network !== undefined) return [{ name, rate, subject: network }];
  onUnknownAddress(trustProxy);
  return [];
}

/**
 * Too many refused keys from one network turn its 401 into a 429, and no other answer. A key counts once it is known to be wrong,
 * so a network that guesses keys does not shut out the holder of a valid key beside it.
 */
export async function limitFailedAuth(
  problem: Problem,
  request: HttpRequest,
  configuration: Configuration,
  limiting: Limiting,
): Promise<Problem> {
  if (problem.problem !== "unauthorized") return problem;
  const network = limiting.networkHash(request, configuration);
  const limits = networkLimit("failedAuthPerNetwork", network, configuration, limiting);
  return (await limitRate(limiting.limiter, limits)) ?? problem;
}
