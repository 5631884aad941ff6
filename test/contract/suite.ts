import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ContractCase, collectCases } from "./cases.ts";
import { createClient } from "./client.ts";
import { defineAdRequest } from "./everywhere/ad-request.ts";
import { defineAdResponse } from "./everywhere/ad-response.ts";
import { defineAuthentication } from "./everywhere/authentication.ts";
import { defineBatch } from "./everywhere/batch.ts";
import { defineBodies } from "./everywhere/bodies.ts";
import { defineBotRequest } from "./everywhere/bot-request.ts";
import { defineBotResponse } from "./everywhere/bot-response.ts";
import { defineClick } from "./everywhere/click.ts";
import { defineContext } from "./everywhere/context.ts";
import { defineEndpoints } from "./everywhere/endpoints.ts";
import { defineHostileInput } from "./everywhere/hostile-input.ts";
import { defineInteraction } from "./everywhere/interaction.ts";
import { defineOrder } from "./everywhere/order.ts";
import { definePerson } from "./everywhere/person.ts";
import { defineSensitive } from "./everywhere/sensitive.ts";
import { defineTestAds } from "./everywhere/test-ads.ts";
import { defineTokens } from "./everywhere/tokens.ts";
import { defineTraffic } from "./everywhere/traffic.ts";
import { defineView } from "./everywhere/view.ts";
import type { Target } from "./target.ts";

export type { Target, TargetRequest } from "./target.ts";

/** Everything of contract.md that can be observed over HTTP. The numbers in the names are the contract's sections. */
export function contractCases(target: () => Target): readonly ContractCase[] {
  const { cases, ...definers } = collectCases();
  const subject = { ...definers, target, client: createClient(target) };
  const groups = [
    defineAdRequest,
    defineContext,
    defineAdResponse,
    defineTestAds,
    defineInteraction,
    defineView,
    defineBotRequest,
    defineBotResponse,
    defineClick,
    defineEndpoints,
    defineAuthentication,
    defineOrder,
    defineBodies,
    defineHostileInput,
    defineTokens,
    defineTraffic,
    definePerson,
    defineSensitive,
    defineBatch,
  ];
  for (const define of groups) define(subject);
  return cases;
}

/**
 * Runs the contract's cases, or those of the wire alone, against one running server that holds the contract catalogue (catalog.ts)
 * and its keys (keys.ts).
 */
export function defineContractSuite(
  name: string,
  open: () => Promise<Target>,
  set: "all" | "wire" = "all",
): void {
  describe(name, () => {
    let opened: Target | undefined;
    const target = (): Target => {
      if (opened === undefined) throw new Error("The target did not open.");
      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    }, 180_000);
    afterAll(() => opened?.stop());

    it("answers from the runtime that it is named after", async () => {
      expect(await target().runtime()).toBe(target().expectedRuntime);
    });
    for (const { name, wire, run } of contractCases(target)) if (wire || set === "all") it(name, run);
  });
}
