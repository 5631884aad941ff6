import { describe, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { openPlaced } from "../../adapters/placed/mod.ts";
import type { StoreHarness } from "../conformance/mod.ts";
import { placedCases } from "./exceptions.ts";

const harness: StoreHarness = {
  open: async (clock) => {
    const [home, ...places] = Array.from({ length: 4 }, () => createMemoryStore({ clock: clock.now }));
    if (home === undefined) throw new Error("There is no home.");
    const open = () => openPlaced({ home, places });
    return { stores: [open(), open()], close: async () => {} };
  },
};

describe("campaigns placed on three memory stores", () => {
  it.each(placedCases)("$name", ({ run }) => run(harness));
});
