/** A request waits for the next turn of the event loop (core/timing/next-tick.ts), so one turn is not enough for it. */
const turns = 3;

/** Lets everything happen that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The state of a promise now, without waiting. */
export async function stateOf<T>(
  promise: Promise<T>,
): Promise<"pending" | "rejected" | { readonly value: T }> {
  let state: "pending" | "rejected" | { readonly value: T } = "pending";
  promise.then(
    (value) => {
      state = { value };
    },
    () => {
      state = "rejected";
    },
  );
  await settled();
  return state;
}
