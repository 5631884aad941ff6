import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { defineAdRequest } from "./everywhere/ad-request.ts";
import { defineAdResponse } from "./everywhere/ad-response.ts";
import { defineAuthentication } from "./everywhere/authentication.ts";
import { defineBodies } from "./everywhere/bodies.ts";
import { defineBotRequest } from "./everywhere/bot-request.ts";
import { defineBotResponse } from "./everywhere/bot-response.ts";
import { defineClick } from "./everywhere/click.ts";
import { defineContext } from "./everywhere/context.ts";
import { defineEndpoints } from "./everywhere/endpoints.ts";
import { defineHostileInput } from "./everywhere/hostile-input.ts";
import { defineInteraction } from "./everywhere/interaction.ts";
import { defineOrder } from "./everywhere/order.ts";
import { defineTestAds } from "./everywhere/test-ads.ts";
import { defineTokens } from "./everywhere/tokens.ts";
import { defineView } from "./everywhere/view.ts";
import type { Subject, Target } from "./target.ts";

export type { Target, TargetRequest } from "./target.ts";

/**
 * Everything of contract.md that can be observed over HTTP, for one running server that holds the contract
 * catalogue (catalog.ts) and its keys (keys.ts). The numbers in the names are the contract's sections.
 */
export function defineContractSuite(name: string, open: () => Promise<Target>): void {
  describe(name, () => {
    let opened: Target | undefined;
    const target = (): Target => {
      if (opened === undefined) throw new Error("The target did not open.");
      return opened;
    };
    const subject: Subject = { target, client: createClient(target) };
    beforeAll(async () => {
      opened = await open();
    }, 180_000);
    afterAll(() => opened?.stop());

    it("answers from the runtime that it is named after", async () => {
      expect(await target().runtime()).toBe(target().expectedRuntime);
    });
    defineAdRequest(subject);
    defineContext(subject);
    defineAdResponse(subject);
    defineTestAds(subject);
    defineInteraction(subject);
    defineView(subject);
    defineBotRequest(subject);
    defineBotResponse(subject);
    defineClick(subject);
    defineEndpoints(subject);
    defineAuthentication(subject);
    defineOrder(subject);
    defineBodies(subject);
    defineHostileInput(subject);
    defineTokens(subject);
  });
}
