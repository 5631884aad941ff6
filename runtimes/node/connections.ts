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
/** Connections that were not read any more and are read again in one turn of the event loop; each may bring 64 KiB of requests. */
const resumedPerTurn = 4;

/** Begins a request, and calls `end` once when it is answered and the answer has left. */
export type Begin = (end: () => void) => void;

/** Requests of each connection are begun in order, a few at a time, and no more are read until these are answered. */
export interface Connections {
  readonly begin: (socket: NodeSocket, begin: Begin) => void;
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
  const toResume: Line[] = [];

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
    if (toResume.push(line) === 1) setImmediate(resumeSome);
  };

  const resumeSome = (): void => {
    const now = toResume.splice(0, resumedPerTurn);
    if (toResume.length > 0) setImmediate(resumeSome);
    for (const line of now) if (!line.isPaused) line.socket.resume?.();
  };

  return {
    begin: (socket, begin) => {
      const line = lineOf(socket);
      if (line.begun >= maxBegun || line.held.length > 0) return hold(line, begin);
      line.begun += 1;
      begin(line.end);
    },
  };
}
