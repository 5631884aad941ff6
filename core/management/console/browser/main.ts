import { offerCopies } from "./copy.ts";
import { followDeliveries } from "./live.ts";
import { previewCreative } from "./preview.ts";
import { showTestAds } from "./test-ad.ts";
import { tryAsYouType } from "./try.ts";
import { offerOwnZone } from "./zone.ts";

// What only works with a script is shown only with one.
document.documentElement.classList.add("script");
document.querySelector<HTMLElement>("[data-focus]")?.focus();
// On a narrow screen the navigation is a row that scrolls.
document.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
offerCopies();
offerOwnZone();
previewCreative();
showTestAds();
followDeliveries();
tryAsYouType();
