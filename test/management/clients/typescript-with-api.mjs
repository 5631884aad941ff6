import { registerHooks } from "node:module";

// TypeScript 7 has no JavaScript API, which openapi-typescript writes its types with; it gets TypeScript 6.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === "typescript" ? "typescript-with-api" : specifier, context),
});
