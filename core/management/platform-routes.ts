import * as v from "valibot";
import { normaliseOrigin } from "../catalog/origin.ts";
import { maySee } from "./access.ts";
import { invalidField, notFound } from "./problem.ts";
import { testOrigin } from "./public-suffix.ts";
import { noQuery, type Route, route } from "./route.ts";

export const platformRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/platforms/:id/test-origin",
    name: "test-origin",
    tag: "platforms",
    summary: "Whether pages of this origin may request ads, and which allowed site permits it.",
    roles: ["operator", "publisher"],
    query: noQuery,
    body: v.strictObject({ origin: v.string() }),
    answer: v.strictObject({ origin: v.string(), allowed: v.boolean(), by: v.nullable(v.string()) }),
    status: 200,
    example: { id: "pf_demo", body: { origin: "https://shop.example" } },
    run: async ({ id, body }, { principal, view }) => {
      const platform = view.platforms.get(id);
      if (platform === undefined || !maySee(principal, "platform", platform, view)) return notFound;
      const origin = normaliseOrigin(body.origin);
      if (!origin.ok || origin.value.includes("*")) {
        return invalidField("origin", origin.ok ? "Send one site, without a wildcard." : origin.message);
      }
      return { json: { origin: origin.value, ...testOrigin(origin.value, platform.allowedOrigins) } };
    },
  }),
];
