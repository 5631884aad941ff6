import type { Clock } from "../../core/timing/clock.ts";
import { newNonce, nowArgument } from "./context.ts";
import type { Keys } from "./keys.ts";
import type { RunScript } from "./run-script.ts";
import { followScript } from "./scripts/follow.ts";

/**
 * Runs scripts; one that needs the histories of owners while instances of an earlier release have changed the catalogue runs
 * again when these changes were noted.
 */
export function following(run: RunScript, keys: Keys, clock: Clock | undefined): RunScript {
  return async (script, names, args) => {
    for (;;) {
      const reply = await run(script, names, args);
      if (reply.head[0] !== "follow") return reply;
      for (let state = "more"; state === "more"; ) {
        const { head } = await run(followScript, [keys.root], [nowArgument({ clock }), newNonce()]);
        [state = ""] = head;
      }
    }
  };
}
