import process from "node:process";
import { afterAll, expect } from "vitest";

/** By name, everything that a test file could leave behind for the next file in its process. Fake timers are globals. */
function stateOfProcess(): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...Object.getOwnPropertyNames(globalThis).map((name) => [name, Reflect.get(globalThis, name)] as const),
    ...Object.entries(console).map(([name, method]) => [`console.${name}`, method] as const),
    ...Object.entries(process.env).map(([name, value]) => [`variable ${name}`, value] as const),
    ...process
      .eventNames()
      .map((name) => [`listeners of ${String(name)}`, process.listenerCount(name)] as const),
  ]);
}

const before = stateOfProcess();
// The last hook of the file: Vitest calls them in reverse order.
afterAll(() => {
  const after = stateOfProcess();
  const names = [...new Set([...before.keys(), ...after.keys()])];
  expect(names.filter((name) => !Object.is(before.get(name), after.get(name)))).toEqual([]);
});
