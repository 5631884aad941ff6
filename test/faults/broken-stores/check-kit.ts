import { rateLimitCases, storeCases } from "../../conformance/mod.ts";
import { brokenStores } from "./all-stores.ts";
import { checkGuard, soundLimiter, soundStore } from "./check-guard.ts";
import { brokenLimiters } from "./limiters.ts";

/**
 * For changes of the kit: every store and limiter here must still be refused by the case that it names.
 * Returns complaints with the remedy; none if the kit still notices every fault.
 */
export async function checkBrokenStores(): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const broken of brokenStores)
    complaints.push((await checkGuard(broken, storeCases, soundStore)) ?? "");
  for (const broken of brokenLimiters) {
    complaints.push((await checkGuard(broken, rateLimitCases, soundLimiter)) ?? "");
  }
  return complaints.filter((complaint) => complaint !== "");
}
