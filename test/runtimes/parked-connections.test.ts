/** Connections whose requests are refused, many in one turn of the event loop. */
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnections } from "../../runtimes/node/connections.ts";

/** As many refusals leave a turn short. */
const shortTurn = 32;
const parkedMs = 400;

class FakeSocket extends EventEmitter {
  isRead = true;
  pause(): void {
    this.isRead = false;
  }
  resume(): void {
    this.isRead = true;
    this.emit("resume");
  }
}

const sockets = (count: number): readonly FakeSocket[] =>
  Array.from({ length: count }, () => new FakeSocket());
const unread = (all: readonly FakeSocket[]): number => all.filter(({ isRead }) => !isRead).length;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a connection whose request was refused", () => {
  it("is read on, as long as a turn has few refusals", () => {
    const { refused } = createConnections();
    const all = sockets(3 * shortTurn);
    for (let turn = 0; turn < 3; turn += 1) {
      for (const socket of all.slice(turn * shortTurn, (turn + 1) * shortTurn)) refused(socket);
      vi.runAllTicks();
      vi.advanceTimersByTime(0);
    }
    expect(unread(all)).toBe(0);
  });

  it("is not read for 0.4 s, when a turn has many", () => {
    const { refused } = createConnections();
    const all = sockets(shortTurn + 5);
    for (const socket of all) refused(socket);
    expect(unread(all)).toBe(5);
    vi.advanceTimersByTime(parkedMs - 1);
    expect(unread(all)).toBe(5);
    vi.advanceTimersByTime(1);
    expect(unread(all)).toBe(0);
  });

  it("stays unread when node:http resumes it after a message", () => {
    const { refused } = createConnections();
    const [last, ...others] = sockets(shortTurn + 1);
    if (last === undefined) throw new Error("There is no socket.");
    for (const socket of [...others, last]) refused(socket);
    last.resume();
    expect(last.isRead).toBe(false);
  });

  it("stays unread when an earlier request of it is answered", () => {
    const { begin, refused } = createConnections();
    const [last, ...others] = sockets(shortTurn + 1);
    if (last === undefined) throw new Error("There is no socket.");
    const ends: (() => void)[] = [];
    begin(last, (end) => ends.push(end));
    for (const socket of [...others, last]) refused(socket);
    for (const end of ends) end();
    vi.advanceTimersByTime(parkedMs - 1);
    expect(last.isRead).toBe(false);
  });

  it("has requests that may have waited for the pause, and only in the turn in which it is read again", () => {
    const { refused, hasWaited } = createConnections();
    const [last, ...others] = sockets(shortTurn + 1);
    if (last === undefined) throw new Error("There is no socket.");
    for (const socket of [...others, last]) refused(socket);
    const asked: boolean[] = [];
    last.on("resume", () => asked.push(hasWaited(last), ...others.map((socket) => hasWaited(socket))));
    expect(hasWaited(last)).toBe(false);
    vi.advanceTimersByTime(parkedMs);
    expect(asked).toEqual([true, ...others.map(() => false)]);
    vi.advanceTimersByTime(10);
    for (let turn = 0; turn < 2; turn += 1) {
      refused(new FakeSocket());
      vi.advanceTimersByTime(1);
    }
    expect(hasWaited(last)).toBe(false);
  });
});
