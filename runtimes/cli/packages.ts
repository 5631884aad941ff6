import type { LimiterSetting, StoreKind } from "./store-settings.ts";

/** The optional peer packages of each store. */
const packagesOf: Readonly<Record<StoreKind, readonly string[]>> = {
  postgres: ["postgres", "kysely"],
  pglite: ["@electric-sql/pglite", "kysely"],
  upstash: ["@upstash/redis"],
  embedded: [],
  sqlite: [],
  module: [],
};

const limiterPackages: Readonly<Record<LimiterSetting["kind"], readonly string[]>> = {
  memory: [],
  postgres: ["postgres"],
  upstash: ["@upstash/redis"],
};

/** Names all packages that a store and a limiter need and that are not installed. `undefined`: none. */
export function missingPackages(
  store: StoreKind,
  limiter: LimiterSetting["kind"],
  resolve: (name: string) => unknown = (name) => import.meta.resolve(name),
): string | undefined {
  const missing = [...new Set([...packagesOf[store], ...limiterPackages[limiter]])].filter((name) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return undefined;
  const what = missing.length === 1 ? "The package" : "The packages";
  const are = missing.length === 1 ? "is" : "are";
  return `${what} ${missing.join(", ")} ${are} not installed. Run: npm install ${missing.join(" ")}`;
}
