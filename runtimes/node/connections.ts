import { systemStopwatch } from "../../core/timing/deadlines.ts";
import { begunLately } from "../../core/timing/turns.ts";
import type { NodeSocket } from "./message.ts";

/**
 * Requests of one connection that may be begun before the first of them is answered; more would be somebody who takes the
 * places of all others.
 */
const maxBegun = 16;
/**
 * node:http parses all that one read has brought (64 KiB), so requests come that are not to be begun yet. They cost 3 KB each. The
 * connection of one who sends more of them than this ahead of its answers is cut.
 */
const maxHeld = 1_024;
/** Of all connections; past it each may have a few only. */
const maxHeldOfAll = 8_192;
const fewHeld = 64;
/**
 * Refusals of one turn of the event loop, unless more requests were begun in it: connections that brought more are not read for
 * some turns. Else a turn would take in all that has come, and neither requests nor answers of the store would go on.
 */
const refusedPerTurn = 128;
/** A connection that is not read because of others is read again after so long in any case. */
const longestPauseMs = 250;
/** What a connection with many requests at once may bring, in requests. */
const weightOfMany = 32;

/** Begins a request, and calls `end` once when it is answered and the answer has left. */
export type Begin = (end: () => void) => void;

/** Requests of each connection are begun in order, a few at a time, and no more are read until these are answered. */
export interface Connections {
  readonly begin: (socket: NodeSocket, begin: Begin) => void;
  /** A request of the connection was refused. */
  readonly refused: (socket: NodeSocket) => void;
}

interface Paused {
  readonly at: number;
  readonly weight: number;
  readonly resume: () => void;
}

interface Line {
  readonly socket: NodeSocket;
  begun: number;
  held: Begin[];
  isPaused: boolean;
  isCut: boolean;
  isGoingOn: boolean;
  readonly end: () => void;
}

export function createConnections(): Connections {
  const lines = new WeakMap<NodeSocket, Line>();
  let heldOfAll = 0;
  const paused: Paused[] = [];
  let refusedNow = 0;
  let hasTurn = false;

  const lineOf = (socket: NodeSocket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = {
      socket,
      begun: 0,
      held: [],
      isPaused: false,
      isCut: false,
      isGoingOn: false,
      end: () => {
        line.begun -= 1;
        if (line.held.length > 0) goOn(line);
        else if (line.isPaused) resumeLater(line);
      },
    };
    lines.set(socket, line);
    return line;
  };

  const hold = (line: Line, begin: Begin): void => {
    const { socket, held } = line;
    if (line.isCut) return;
    if (held.length >= (heldOfAll >= maxHeldOfAll ? fewHeld : maxHeld)) {
      line.isCut = true;
      drop(line);
      socket.destroy?.();
      return;
    }
    if (held.push(begin) === 1) socket.once?.("close", () => drop(line));
    heldOfAll += 1;
    if (line.isPaused) return;
    line.isPaused = true;
    // node:http starts reading again at the end of each message, in a tick of its own; microtasks come after those.
    queueMicrotask(() => {
      if (line.isPaused) socket.pause?.();
    });
  };

  const drop = (line: Line): void => {
    heldOfAll -= line.held.length;
    line.held = [];
  };

  const goOn = (line: Line): void => {
    // A request that is refused ends before its beginning returns.
    if (line.isGoingOn) return;
    line.isGoingOn = true;
    while (line.begun < maxBegun) {
      const next = line.held.shift();
      if (next === undefined) break;
      heldOfAll -= 1;
      line.begun += 1;
      next(line.end);
    }
    line.isGoingOn = false;
    if (line.held.length === 0 && line.isPaused) resumeLater(line);
  };

  const resumeLater = (line: Line): void => {
    line.isPaused = false;
    paused.push({
      at: systemStopwatch(),
      weight: weightOfMany,
      resume: () => {
        if (!line.isPaused) line.socket.resume?.();
      },
    });
    awaitTurn();
  };

  const perTurn = (): number => Math.max(refusedPerTurn, begunLately());

  const awaitTurn = (): void => {
    if (hasTurn) return;
    hasTurn = true;
    setImmediate(turn);
  };

  const turn = (): void => {
    hasTurn = false;
    refusedNow = 0;
    let budget = perTurn();
    let count = 0;
    const pausedTooLong = systemStopwatch() - longestPauseMs;
    for (const { at, weight, resume } of paused) {
      if (budget <= 0 && at > pausedTooLong) break;
      budget -= weight;
      count += 1;
      resume();
    }
    paused.splice(0, count);
    if (paused.length > 0) awaitTurn();
  };

  return {
    begin: (socket, begin) => {
      const line = lineOf(socket);
      if (line.begun >= maxBegun || line.held.length > 0) return hold(line, begin);
      line.begun += 1;
      begin(line.end);
    },
    refused: (socket) => {
      refusedNow += 1;
      awaitTurn();
      if (refusedNow <= perTurn() || socket.pause === undefined) return;
      queueMicrotask(() => socket.pause?.());
      paused.push({ at: systemStopwatch(), weight: 1, resume: () => socket.resume?.() });
    },
  };
}
