"use client";

export { HandbillAd, type HandbillAdProps } from "./handbill-ad.ts";
export { HandbillPart, type HandbillPartProps } from "./handbill-part.ts";
export { HandbillProvider, type HandbillProviderProps } from "./handbill-provider.ts";
