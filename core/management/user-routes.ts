import * as v from "valibot";
import { type IdentityFields, identityEntries } from "../contract/identity.ts";
import { anyText } from "../contract/text.ts";
import { hashIdentity } from "../signing/identity-hash.ts";
import { userForgotten } from "./audit-entries.ts";
import { onlyIdentity } from "./only-identity.ts";
import { actorOf } from "./principal.ts";
import { invalidField } from "./problem.ts";
import { neverPlatform, publisherOfPlatform } from "./publisher-of-platform.ts";
import { noQuery, type Route, route } from "./route.ts";

interface ForgetBody extends IdentityFields {
  readonly platform_id: string;
  readonly user_id?: number | undefined;
}

const body: v.GenericSchema<unknown, ForgetBody> = v.strictObject({
  platform_id: anyText,
  ...identityEntries,
  user_id: v.optional(v.pipe(v.number(), v.safeInteger())),
});

/** The rights of the person behind an identity. */
export const userRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/users/forget",
    name: "forget-user",
    tag: "users",
    summary:
      "Deletes the deliveries of one person on one platform, also an archived one. Charges and statistics stay, without an identity. Send one of " +
      "`visitor_id`, `stable_user_id` and `user_id` (messenger), as in ad requests; it is neither stored nor logged.",
    roles: ["operator", "publisher"],
    query: noQuery,
    body,
    bodyShape: { title: "UserToForget", schema: body },
    answer: v.strictObject({ forgotten: v.pipe(v.number(), v.safeInteger()) }),
    status: 200,
    example: { body: { platform_id: "pf_demo", visitor_id: "visitor-0123456789" } },
    run: async ({ body: { platform_id: platformId, ...ids } }, { principal, view, store, keyring }) => {
      const messenger = ids.user_id?.toString();
      const identity = onlyIdentity({ visitor: ids.visitor_id, stable: ids.stable_user_id, messenger });
      if (identity === undefined) {
        return invalidField("visitor_id", "Send exactly one of visitor_id, stable_user_id and user_id.");
      }
      const publisherId = await publisherOfPlatform(platformId, view.platforms.get(platformId), store);
      if (principal.role === "publisher" && publisherId !== principal.publisherId) {
        return invalidField("platform_id", "Send the id of one of your platforms.");
      }
      if (publisherId === undefined) return invalidField("platform_id", neverPlatform);
      const userKey = hashIdentity(keyring.identity, platformId, identity);
      const audit = userForgotten(platformId, publisherId, actorOf(principal));
      return { json: { forgotten: await store.forgetUser(userKey, audit) } };
    },
  }),
];
