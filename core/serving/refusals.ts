import type { NoAdReason, Slot } from "../selection/eligibility.ts";
import type { Choice } from "../selection/ranking.ts";
import type { RefusalReason } from "../storage/delivery.ts";
import type { Services } from "./services.ts";

/**
 * The campaigns that a request leaves out: the store refused them, or recently refused them to the same user, or they
 * do not fit.
 */
export class Refusals {
  /** The reasons by campaign id. */
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
    this.#remembered = services.recentCapRefusals.of(userKey, slot.now);
    for (const id of this.#remembered) this.reasons.set(id, "frequency_cap");
  }

  /** Notes choices that the store refused. */
  note(choices: readonly Choice[], reasons: readonly RefusalReason[]): void {
    const { budgetBlockList, recentCapRefusals } = this.#services;
    choices.forEach(({ campaign }, index) => {
      const reason = reasons[index] ?? "no_campaign";
      this.reasons.set(campaign.id, reason);
      if (reason === "budget" || reason === "daily_budget") budgetBlockList.add(campaign.id, reason);
      if (reason === "frequency_cap") recentCapRefusals.note(this.#userKey, campaign, this.#slot.now);
    });
  }

  /** Notes choices that cannot be shown. */
  leaveOut(choices: readonly Choice[]): void {
    for (const { campaign } of choices) this.reasons.set(campaign.id, "message");
  }

  /** Drops the remembered refusals, so that the store decides. Returns whether there were any. */
  forget(): boolean {
    for (const id of this.#remembered) this.reasons.delete(id);
    const hasForgotten = this.#remembered.length > 0;
    this.#remembered = [];
    return hasForgotten;
  }

  /** Whether no campaign was left out, so that there may be an ad if a campaign without budget has money again. */
  mayRecheck(): boolean {
    return this.reasons.size === 0 && !this.#isRechecked;
  }

  /** Reads the budgets again. Resolves to whether any campaign has money. */
  recheck(): Promise<boolean> {
    this.#isRechecked = true;
    return this.#services.budgetBlockList.recheckBeforeNoAd(this.#services.snapshot, this.#slot.now);
  }
}
