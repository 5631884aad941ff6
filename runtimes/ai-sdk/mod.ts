export { type AdPart, type AppendOptions, appendAd, type HandbillData } from "./append-ad.ts";
