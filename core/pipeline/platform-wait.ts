import type { WaitUntil } from "../contract/http.ts";

/**
 * The keys under which Vercel, and Next.js there, provide the context of the request under way (@vercel/functions 3.9,
 * Next 16.4).
 */
const contexts: readonly symbol[] = [
  Symbol.for("@vercel/request-context"),
  Symbol.for("@next/request-context"),
];

/** The platform's own `waitUntil` for the request under way; `undefined` where the platform provides none. */
export function platformWait(): WaitUntil | undefined {
  for (const name of contexts) {
    const holder: unknown = Reflect.get(globalThis, name);
    if (!hasFunction(holder, "get")) continue;
    const context = holder.get();
    if (hasFunction(context, "waitUntil")) return (work) => void context.waitUntil(work);
  }
  return undefined;
}

function hasFunction<Name extends string>(
  value: unknown,
  name: Name,
): value is Readonly<Record<Name, (...given: readonly unknown[]) => unknown>> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";
}
