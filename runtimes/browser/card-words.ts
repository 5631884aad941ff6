import type { AdReason } from "../../core/contract/ad.ts";
import type { ReportReason } from "../../core/contract/report-request.ts";

/** The texts of the card itself. */
export interface CardWords
  extends Readonly<Record<AdReason, string>>,
    Readonly<Partial<Record<ReportReason, string>>> {
  /** The status during an action, for screen readers. */
  readonly busy: string;
  /** The message after a failed action. */
  readonly failed: string;
  /** The button that opens the facts about the ad. */
  readonly why: string;
  /** Before the advertiser's name. */
  readonly advertiser: string;
  /** Before the payer's name. */
  readonly payer: string;
  /** Before the reasons of a report. */
  readonly report: string;
  /** The answer to a report. */
  readonly thanks: string;
}

export const english: CardWords = {
  busy: "One moment …",
  failed: "That did not work. Please try again.",
  why: "Why this ad?",
  advertiser: "Advertiser:",
  payer: "Paid by",
  topic: "Shown for your question.",
  placement: "Shown at this place.",
  language: "Shown in this language.",
  everywhere: "Shown everywhere.",
  report: "Report this ad:",
  thanks: "Thank you.",
};
