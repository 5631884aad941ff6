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
 * Refusals of one turn of the event loop after which the turn is too long: the server spends its time on refusals. The connection
 * of each further one is parked: it is not read for a while. The pause is half of the time in which an answer is useful: the requests
 * that wait behind it are still answered in time.
 */
const refusedPerTurn = 32;
const parkedMs = 400;
/** Connections with many requests that resume in one turn of the event loop, so that others are served between them. */
const resumedPerTurn = 4;

/** Begins a request, and calls `end` once when it is answered and the answer has left. */
export type Begin = (end: () => void) => void;

/** Requests of each connection are begun in order, a few at a time, and no more are read until these are answered. */
export interface Connections {
  readonly begin: (socket: NodeSocket, begin: Begin) => void;
  /** A request of the connection was refused: the next one is read later. */
  readonly refused: (socket: NodeSocket) => void;
  /** Whether the request that was just read may have waited all the time while the connection was not read. */
  readonly hasWaited: (socket: NodeSocket) => boolean;
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
  isParked: boolean;
  /** The turn in which the connection was read again after it was parked. */
  readAgainIn: number;
  readonly end: () => void;
}

export function createConnections(): Connections {
  const lines = new WeakMap<NodeSocket, Line>();
  let heldOfAll = 0;
  const paused: Line[] = [];
  let turns = 0;
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
      isParked: false,
      readAgainIn: Number.NEGATIVE_INFINITY,
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
    if (line.held.length === 0 && line.isPaused) resumeLater(line);
  };

  const resumeLater = (line: Line): void => {
    if (line.isQueued || line.isParked) return;
    line.isQueued = true;
    paused.push(line);
    awaitTurn();
  };

  const resume = (line: Line): void => {
    line.isQueued = false;
    // More requests may be held by then: reading resumes when these are answered.
    if (line.held.length > 0 || line.isParked) return;
    line.isPaused = false;
    line.socket.resume?.();
  };

  const park = (line: Line): void => {
    if (line.isParked) return;
    line.isParked = true;
    pause(line);
    setTimeout(() => {
      line.isParked = false;
      line.readAgainIn = turns;
      awaitTurn();
      resume(line);
    }, parkedMs);
  };

  const awaitTurn = (): void => {
    if (hasTurn) return;
    hasTurn = true;
    setImmediate(turn);
  };

  const turn = (): void => {
    hasTurn = false;
    turns += 1;
    refusedNow = 0;
    for (const line of paused.splice(0, resumedPerTurn)) resume(line);
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
      if (refusedNow > refusedPerTurn && socket.pause !== undefined) park(lineOf(socket));
    },
    hasWaited: (socket) => lines.get(socket)?.readAgainIn === turns,
  };
}
