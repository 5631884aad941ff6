import { systemStopwatch } from "../../core/timing/deadlines.ts";
import { begunRecently } from "../../core/timing/next-tick.ts";
import type { NodeSocket } from "./message.ts";

/**
 * Requests of one connection that may be begun before the first of them is answered. Fifty such connections leave room for others
 * (`leastUnderWay` of core/pipeline/admission.ts).
 */
const maxBegun = 4;
/**
 * node:http parses all requests of one read (64 KiB), also those that must wait. A waiting request costs 3 KB. A connection with
 * more waiting requests than this is closed.
 */
const maxHeld = 512;
/** Of all connections; past it each may have a few only. */
const maxHeldOfAll = 2_048;
const fewHeld = 16;
/**
 * Refusals of one turn of the event loop, unless more requests were begun in it: connections that brought more are not read for
 * some turns. Else a turn would take in all that has come, and neither requests nor answers of the store would go on.
 */
const refusedPerTurn = 128;
/** The longest pause of a connection that is not read because of others. */
const longestPauseMs = 250;
/** The cost of a connection with many requests at once, in requests. */
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
  readonly line: Line;
}

interface Line {
  readonly socket: NodeSocket;
  begun: number;
  held: Begin[];
  isPaused: boolean;
  /** Listens for the events that would end a pause, and for the end of the connection. */
  isWatched: boolean;
  /** Waits for its turn to be read again. */
  isQueued: boolean;
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
      isWatched: false,
      isQueued: false,
      isCut: false,
      isGoingOn: false,
      end: () => {
        line.begun -= 1;
        if (line.held.length > 0) goOn(line);
        else if (line.isPaused) resumeLater(line, weightOfMany);
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
    held.push(begin);
    heldOfAll += 1;
    pause(line);
  };

  /**
   * node:http resumes reading after each message (Node 24). Its `resume` may come after this pause, so the socket is paused once
   * more. The event is emitted here, because a socket that counts as paused emits none.
   */
  const pause = (line: Line): void => {
    const { socket } = line;
    line.isPaused = true;
    socket.pause?.();
    if (line.isWatched) return;
    line.isWatched = true;
    socket.on?.("resume", () => {
      if (!line.isPaused) return;
      socket.pause?.();
      socket.emit?.("pause");
    });
    socket.on?.("close", () => drop(line));
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
    if (line.held.length === 0 && line.isPaused) resumeLater(line, weightOfMany);
  };

  const resumeLater = (line: Line, weight: number): void => {
    if (line.isQueued) return;
    line.isQueued = true;
    paused.push({ at: systemStopwatch(), weight, line });
    awaitTurn();
  };

  const resume = (line: Line): void => {
    line.isQueued = false;
    // More requests may be held by then: reading resumes when these are answered.
    if (line.held.length > 0) return;
    line.isPaused = false;
    line.socket.resume?.();
  };

  const perTurn = (): number => Math.max(refusedPerTurn, begunRecently());

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
    for (const { at, weight, line } of paused) {
      if (budget <= 0 && at > pausedTooLong) break;
      budget -= weight;
      count += 1;
      resume(line);
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
      const line = lineOf(socket);
      pause(line);
      resumeLater(line, 1);
    },
  };
}
