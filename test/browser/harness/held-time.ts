/** A page's time in the hands of a test, so that no busy machine makes a stay of 900 ms one of 1,100. */
export interface HeldTime {
  /** Lets this much time pass, in steps of 100 ms, each with what is due in it and what the browser measures after it. */
  readonly advance: (ms: number) => Promise<void>;
  /** Time runs by itself again; what was due later is due after what is left of its time. */
  readonly release: () => void;
}

const stepMs = 100;
const real = {
  now: performance.now.bind(performance),
  setTimeout: window.setTimeout.bind(window),
  clearTimeout: window.clearTimeout.bind(window),
  IntersectionObserver,
};

/** Resolves after two more frames, whoever holds the time: what was to be measured is measured and told. */
export function frames(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => real.setTimeout(resolve))),
  );
}

/** Stops the clock that the SDK reads, its timers, and the times of the browser's measurements. */
export function holdTime(): HeldTime {
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  /** What became of timers that were not due when time was released. */
  const released = new Map<number, number>();
  let now = real.now();
  let isHeld = true;
  let made = 0;

  const setTimer = (run: () => void, ms = 0): number => {
    // No real timer has such a number.
    made -= 1;
    timers.set(made, { at: now + ms, run });
    return made;
  };
  const clearTimer = (id?: number): void => {
    if (id !== undefined && !timers.delete(id)) real.clearTimeout(released.get(id) ?? id);
  };
  const measuredNow = (entries: readonly IntersectionObserverEntry[]): IntersectionObserverEntry[] =>
    entries.map((entry) => {
      const { boundingClientRect, intersectionRatio, intersectionRect, isIntersecting, rootBounds, target } =
        entry;
      const measured = { boundingClientRect, intersectionRatio, intersectionRect, isIntersecting };
      return { ...measured, rootBounds, target, time: isHeld ? now : real.now() };
    });
  class HeldObserver extends IntersectionObserver {
    constructor(told: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((entries, observer) => told(measuredNow(entries), observer), options);
    }
    override takeRecords(): IntersectionObserverEntry[] {
      return measuredNow(super.takeRecords());
    }
  }
  performance.now = () => now;
  Object.assign(window, {
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    IntersectionObserver: HeldObserver,
  });

  return {
    advance: async (ms) => {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + stepMs);
        for (const [id, { at, run }] of timers) {
          if (at <= now && timers.delete(id)) run();
        }
        await frames();
      }
    },
    release: () => {
      isHeld = false;
      performance.now = real.now;
      Object.assign(window, {
        setTimeout: real.setTimeout,
        IntersectionObserver: real.IntersectionObserver,
      });
      for (const [id, { at, run }] of timers) released.set(id, real.setTimeout(run, at - now));
      timers.clear();
    },
  };
}
