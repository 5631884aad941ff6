import { offerCopies } from "./copy.ts";
import { followDeliveries } from "./live.ts";
import { showCurrentItem } from "./navigation.ts";
import { linkPrices } from "./per-view.ts";
import { previewCreative } from "./preview.ts";
import { showReviewedCards } from "./review.ts";
import { showTestAds } from "./test-ad.ts";
import { tryAsYouType } from "./try.ts";
import { offerOwnZone } from "./zone.ts";

// Shows the parts that need a script.
document.documentElement.classList.add("script");
document.querySelector<HTMLElement>("[data-focus]")?.focus();
showCurrentItem();
offerCopies();
offerOwnZone();
linkPrices();
previewCreative();
showReviewedCards();
showTestAds();
followDeliveries();
tryAsYouType();
