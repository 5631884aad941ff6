import type { CDPSession, Page } from "playwright-core";

/** The timers, listeners and observers of a page. */
export interface Counts {
  /** Listeners of all targets that are alive, in the page and out of it. */
  readonly listeners: number;
  /** DOM nodes that are alive. */
  readonly nodes: number;
  readonly intersectionObservers: number;
  /** Listeners of the document and the window. */
  readonly pageListeners: number;
}

/** Counts what is left after a garbage collection. */
export async function countListeners(page: Page): Promise<Counts> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("Performance.enable");
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    return {
      listeners: metric("JSEventListeners"),
      nodes: metric("Nodes"),
      intersectionObservers: await countObjects(session, "IntersectionObserver.prototype"),
      pageListeners:
        (await listenersOf(session, "document")).length + (await listenersOf(session, "window")).length,
    };
  } finally {
    await session.detach();
  }
}

/** How many listeners of an event the window has. */
export async function windowListeners(page: Page, type: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const listeners = await listenersOf(session, "window");
  await session.detach();
  return listeners.filter((one) => one.type === type).length;
}

async function listenersOf(session: CDPSession, expression: string) {
  const { listeners } = await session.send("DOMDebugger.getEventListeners", {
    objectId: await objectOf(session, expression),
  });
  return listeners;
}

async function countObjects(session: CDPSession, prototype: string): Promise<number> {
  const prototypeObjectId = await objectOf(session, prototype);
  const { objects } = await session.send("Runtime.queryObjects", {
    prototypeObjectId,
    objectGroup: "counted",
  });
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: "function () { return this.length; }",
    returnByValue: true,
  });
  await session.send("Runtime.releaseObjectGroup", { objectGroup: "counted" });
  return Number(result.value);
}

async function objectOf(session: CDPSession, expression: string): Promise<string> {
  const { result } = await session.send("Runtime.evaluate", { expression, objectGroup: "counted" });
  return result.objectId ?? "";
}
