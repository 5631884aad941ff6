import type { Campaign } from "../../core/catalog/entities.ts";
import { type Account, accountOf } from "./accounts.ts";
import { type Entry, insertByAge } from "./deliveries.ts";
import type { State } from "./state.ts";

/** Notes a delivery of a campaign whose frequency cap asks who got it. */
export function addToUser({ byUser }: Account, entry: Entry): void {
  if (byUser === undefined) return;
  const { userKey } = entry.delivery;
  const known = byUser.get(userKey);
  if (known === undefined) byUser.set(userKey, [entry]);
  else insertByAge(known, entry, 0);
}

/** A cap that is set later counts earlier deliveries too: looks at every delivery there is, once for each such change. */
export function openUsers(state: State, campaigns: readonly Campaign[]): void {
  const opened = new Map<string, Account>();
  for (const { id, frequencyCap } of campaigns) {
    const account = accountOf(state.accounts, id);
    if (frequencyCap === undefined || account.byUser !== undefined) continue;
    account.byUser = new Map();
    opened.set(id, account);
  }
  if (opened.size === 0) return;
  for (const entry of state.deliveries.byId.values()) {
    const account = opened.get(entry.delivery.campaignId);
    if (account !== undefined) addToUser(account, entry);
  }
}
