export { HandbillAd, type HandbillAdProps } from "./handbill-ad.ts";
export { HandbillProvider, type HandbillProviderProps } from "./handbill-provider.ts";
