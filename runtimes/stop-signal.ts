import process from "node:process";
import { type Clock, systemClock } from "../core/timing/clock.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

// A terminal sends Ctrl-C to npm and to this process, and npm 11 forwards its own.
const onePressMs = 300;

/** The exit code of an interrupted process, by the convention of shells. */
const interrupted = 130;

export interface StopSignal {
  /** Resolves at the first Ctrl-C or SIGTERM. */
  readonly received: Promise<void>;
  /** Restores the default effect of the signals. */
  readonly ignore: () => void;
}

/** From the call on, the first signal asks to stop and the second ends the process at once. */
export function listenForStop(now: Clock = systemClock): StopSignal {
  let resolve: () => void = () => {};
  const received = new Promise<void>((done) => {
    resolve = done;
  });
  let first: number | undefined;
  const onSignal = (): void => {
    first ??= now();
    if (now() - first > onePressMs) process.exit(interrupted);
    resolve();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    received,
    ignore: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
