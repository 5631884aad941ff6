"use client";

import { newVisitorId } from "handbill/browser";
import { HandbillProvider } from "handbill/react";

/** A component for the browser, because a server component cannot pass a function such as `newVisitorId`. */
export function Ads({ baseUrl, platformId, children }) {
  return (
    <HandbillProvider baseUrl={baseUrl} platformId={platformId} visitorId={newVisitorId}>
      {children}
    </HandbillProvider>
  );
}
