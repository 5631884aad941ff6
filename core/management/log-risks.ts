import type { Log } from "../log.ts";
import type { InstallationStore } from "../storage/installation-store.ts";

/** Logs the risks of a store's database. A database that does not answer has none to log: requests report the outage. */
export async function logRisks(store: Pick<InstallationStore, "findRisks">, log: Log): Promise<void> {
  const risks = (await store.findRisks?.().catch(() => undefined)) ?? [];
  for (const { message, fix } of risks) {
    log({ level: "warn", code: "configuration-risky", message: `${message} ${fix}` });
  }
}
