import { createElement, type ReactElement, useState } from "react";
import { HandbillAd, HandbillProvider } from "../../../runtimes/react/mod.ts";
import { expose, firstShown, settings } from "./app.ts";

/** One ad in React. */
export function ReactApp(): ReactElement {
  const [shown, show] = useState(firstShown);
  expose(show);
  const ad = shown && createElement(HandbillAd, shown);
  const provider = createElement(HandbillProvider, { ...settings, visitorId: () => settings.visitorId }, ad);
  return createElement("main", { id: "slot" }, provider);
}
