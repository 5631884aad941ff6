import * as v from "valibot";
import { text } from "../catalog/fields.ts";
import { maxNameLength } from "../catalog/limits.ts";
import { notFound } from "./problem.ts";
import { noQuery, type Route, route } from "./route.ts";

export const consoleRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/console-links",
    name: "create-console-link",
    tag: "console",
    summary:
      "A link that opens the console once, within 15 minutes, for the operator or for `advertiser`. Anyone with the link gets in. " +
      "404: there is no console.",
    roles: ["operator"],
    query: noQuery,
    body: v.strictObject({ advertiser: v.optional(text(maxNameLength)) }),
    answer: v.strictObject({ link: v.pipe(v.string(), v.url()) }),
    status: 201,
    problems: ["not_found"],
    run: async ({ body: { advertiser } }, { consoleLink }) => {
      const link = consoleLink?.(advertiser);
      return link === undefined ? notFound : { json: { link }, status: 201 };
    },
  }),
];
