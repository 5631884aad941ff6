import { createElement, type ReactElement } from "react";
import type { Ad } from "../../core/contract/ad.ts";
import { HandbillAd } from "./handbill-ad.ts";

/** The props of {@link HandbillPart}: a message part of the AI SDK, or what assistant-ui gives to a data renderer. */
export interface HandbillPartProps {
  /** The ad that `appendAd` of `handbill/ai-sdk` put beside the answer. */
  readonly data: Ad;
}

/** Shows the ad of a message part `data-handbill`. */
export function HandbillPart({ data }: HandbillPartProps): ReactElement {
  return createElement(HandbillAd, { ad: data });
}
