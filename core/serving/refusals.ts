import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import type { Choice } from "../selection/ranking.ts";
import type { RefusalReason } from "../storage/delivery.ts";
import type { Services } from "./services.ts";

/** What one request leaves out: what the store refused it, or refused the same user a short while ago, or did not fit. */
export class Refusals {
  /** By campaign id. */
  readonly reasons: Map<string, NoAdReason> = new Map<string, NoAdReason>();
  readonly #services: Services;
  readonly #slot: Slot;
  readonly #userKey: string;
  #remembered: readonly string[];
  #isRechecked = false;

  constructor(slot: Slot, userKey: string, services: Services) {
    this.#services = services;
    this.#slot = slot;
    this.#userKey = userKey;
    this.#remembered = services.lastCapped.of(userKey, slot.now);
    for (const id of this.#remembered) this.reasons.set(id, "frequency_cap");
  }

  /** The store refused all of these. */
  note(choices: readonly Choice[], reasons: readonly RefusalReason[]): void {
    const { exhausted, lastCapped } = this.#services;
    choices.forEach(({ campaign }, index) => {
      const reason = reasons[index] ?? "no_campaign";
      this.reasons.set(campaign.id, reason);
      if (reason === "budget" || reason === "daily_budget") exhausted.add(campaign.id, reason);
      if (reason === "frequency_cap") lastCapped.note(this.#userKey, campaign, this.#slot.now);
    });
  }

  /** None of these can be shown. */
  leaveOut(choices: readonly Choice[]): void {
    for (const { campaign } of choices) this.reasons.set(campaign.id, "message");
  }

  /** Before there is no ad, the store is asked about what is only remembered. Whether there was any. */
  forget(): boolean {
    for (const id of this.#remembered) this.reasons.delete(id);
    const hasForgotten = this.#remembered.length > 0;
    this.#remembered = [];
    return hasForgotten;
  }

  /** Whether nobody was left out, so that there may be an ad if a campaign that is out of selection has money again. */
  mayRecheck(): boolean {
    return this.reasons.size === 0 && !this.#isRechecked;
  }

  /** Whether any has. */
  recheck(): Promise<boolean> {
    this.#isRechecked = true;
    return this.#services.exhausted.recheckBeforeNoAd(this.#services.snapshot, this.#slot.now);
  }
}
