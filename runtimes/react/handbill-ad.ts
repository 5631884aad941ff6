import { createElement, type ReactElement, useContext, useEffect, useRef } from "react";
import { type AdChoice, adKey, placeAd } from "../browser/mod.ts";
import { clientContext } from "./handbill-provider.ts";

/** The props of {@link HandbillAd}. */
export interface HandbillAdProps extends AdChoice {
  /** The class of the element that holds the card. It has no height while there is no ad. */
  readonly className?: string | undefined;
}

/**
 * One ad, below a `HandbillProvider`. It requests an ad after it is mounted in the browser, and another one when the
 * question, placement or fields change. For a new ad on each page of an app give it the page's path as `key`.
 */
export function HandbillAd({ className, ...choice }: HandbillAdProps): ReactElement {
  const slot = useRef<HTMLDivElement>(null);
  const open = useContext(clientContext);
  if (open === undefined) throw new Error("Put <HandbillProvider> around <HandbillAd>.");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is an issuance, so only what chooses the ad counts.
  useEffect(() => (slot.current ? placeAd(slot.current, open(), choice) : undefined), [adKey(choice)]);
  return createElement("div", { ref: slot, className });
}
