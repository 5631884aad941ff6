import { expect } from "vitest";
import { type Answer, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { landing, platformIds } from "../catalog.ts";
import {
  actionsOf,
  at,
  browser,
  type Fields,
  type HeaderFields,
  linksOf,
  newVisitor,
  server,
  testServer,
} from "../client.ts";
import { extensionsOf, prefixesOf, respellingsOf, singleChangesOf } from "../forgeries.ts";
import type { Subject } from "../target.ts";

/** An ad issued to one holder, and another holder with its tokens. */
interface Substitution {
  readonly name: string;
  readonly fields: Fields;
  readonly from?: HeaderFields;
  readonly as: Fields;
  readonly by?: HeaderFields;
}

/** §7, 410: a token is good only for its purpose, caller, platform, identity, delivery, scene and button. */
export function defineTokens({ client, target, describe, it, wire }: Subject): void {
  const consent = { accept_formats: ["consent"] };
  const changesOf = (token: string) => singleChangesOf(token, target().features.lettersPerCharacter);
  const allForgeriesOf = (token: string) => [
    ...changesOf(token),
    ...prefixesOf(token),
    ...extensionsOf(token),
    ...respellingsOf(token),
  ];

  /** Sends each; lets a minute pass in time for the limits on one visitor. */
  async function expectAllGone(forgeries: readonly string[], send: (forgery: string) => Promise<Answer>) {
    const charged = await chargedBy(target(), async () => {
      for (const [index, forgery] of forgeries.entries()) {
        if (index % 100 === 99) await target().advance(61_000);
        const answer = await send(forgery);
        if (answer.status !== 410)
          throw new Error(`${answer.status} for the forgery ${JSON.stringify(forgery)}`);
        expectProblem(answer, 410, "gone");
      }
    });
    expect(charged).toEqual({ charges: 0, spentMicros: 0 });
  }

  describe("§4.3 a receipt", () => {
    it("§4.3 changed in any one character, cut, lengthened or respelled is answered 410, and stays good", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      await expectAllGone(allForgeriesOf(issued.ad.view ?? ""), (view) => client.seen(issued, { view }));
      expect((await chargedBy(target(), async () => expectSeen(await client.seen(issued)))).charges).toBe(1);
    });
    it("§4.3 with any other delivery id is answered 410", async () => {
      const issued = await client.issue();
      await target().advance(1_000);
      await expectAllGone(allForgeriesOf(issued.ad.delivery_id), (id) =>
        client.seen(issued, { delivery_id: id }),
      );
    });
    wire("§4.3 of another delivery of the same visitor is answered 410", async () => {
      const visitor_id = newVisitor();
      const [first, second] = [await client.issue({ visitor_id }), await client.issue({ visitor_id })];
      await target().advance(1_000);
      expectProblem(await client.seen(first, { view: second.ad.view }), 410, "gone");
      expectProblem(await client.seen(first, { delivery_id: second.ad.delivery_id }), 410, "gone");
      expectSeen(await client.seen(first));
      expectSeen(await client.seen(second));
    });
    it("§4.3 is not an action, and an action or a click id is not a receipt", async () => {
      const issued = await client.issue(consent);
      const action = at(actionsOf(issued.ad), 0);
      const click = at(linksOf(issued.ad), 0).slice(-44);
      await target().advance(1_000);
      await expectAllGone([issued.ad.view ?? "", click], (token) => client.press(issued, token));
      await expectAllGone([action, click, action.slice(0, 24), click.slice(0, 24)], (view) =>
        client.seen(issued, { view }),
      );
    });
  });

  describe("§4.2 an action", () => {
    it("§4.2 changed in any one character, cut, lengthened or respelled is answered 410, and stays good", async () => {
      const issued = await client.issue(consent);
      const action = at(actionsOf(issued.ad), 0);
      await expectAllGone(allForgeriesOf(action), (forgery) => client.press(issued, forgery));
      const charged = await chargedBy(target(), async () => nextAdOf(await client.press(issued, action)));
      expect(charged.charges).toBe(1);
    });
    it("§4.2 with any other delivery id is answered 410", async () => {
      const issued = await client.issue(consent);
      const action = at(actionsOf(issued.ad), 0);
      await expectAllGone(changesOf(issued.ad.delivery_id), (id) =>
        client.press(issued, action, { delivery_id: id }),
      );
    });
    it("§4.2 of another delivery of the same visitor is answered 410", async () => {
      const fields = { ...consent, visitor_id: newVisitor() };
      const [first, second] = [await client.issue(fields), await client.issue(fields)];
      expectProblem(await client.press(first, at(actionsOf(second.ad), 0)), 410, "gone");
    });
    it("§4.2 of a test ad is not one of a campaign's ad, nor the other way round", async () => {
      const visitor_id = newVisitor();
      const real = await client.issue({ ...consent, visitor_id });
      const test = await client.issue({ test: true, test_format: "consent", visitor_id });
      expectProblem(await client.press(real, at(actionsOf(test.ad), 0)), 410, "gone");
      expectProblem(await client.press(test, at(actionsOf(real.ad), 0)), 410, "gone");
    });
    it("§4.2 of a test ad changed in any one character is answered 410", async () => {
      const issued = await client.issue({ test: true, test_format: "quiz" });
      await expectAllGone(changesOf(at(actionsOf(issued.ad), 0)), (forgery) => client.press(issued, forgery));
    });
  });

  describe("§5.3 a receipt and an action are good for their holder only", () => {
    const same = "visitor-or-user-0123456789";
    const others: readonly Substitution[] = [
      { name: "another visitor", fields: {}, as: { visitor_id: "visitor-somebody-else" } },
      { name: "another user", fields: { stable_user_id: "a" }, from: server, as: { stable_user_id: "b" } },
      {
        name: "a visitor in other letters",
        fields: { visitor_id: `${same}a` },
        as: { visitor_id: `${same}A` },
      },
      { name: "another platform of the publisher", fields: {}, as: { platform_id: platformIds.sibling } },
      {
        name: "a user with the visitor's id",
        fields: { visitor_id: same },
        from: server,
        as: { visitor_id: undefined, stable_user_id: same },
      },
      {
        name: "a visitor with the user's id",
        fields: { stable_user_id: same },
        from: server,
        as: { stable_user_id: undefined, visitor_id: same },
      },
      { name: "a server instead of a browser", fields: {}, as: {}, by: server },
      {
        name: "a browser instead of a server",
        fields: { visitor_id: same },
        from: server,
        as: {},
        by: browser,
      },
      {
        name: "a test key instead of a live one",
        fields: { stable_user_id: same },
        from: server,
        as: {},
        by: testServer,
      },
    ];
    it.each(others)(
      "§5.3 $name is answered 410, and nothing is charged",
      async ({ fields, from = browser, as, by = from }) => {
        const issued = await client.issue({ ...consent, ...fields }, from);
        await target().advance(1_000);
        const charged = await chargedBy(target(), async () => {
          expectProblem(await client.seen(issued, as, by), 410, "gone");
          expectProblem(await client.press(issued, at(actionsOf(issued.ad), 0), as, by), 410, "gone");
        });
        expect(charged.charges).toBe(0);
        expectSeen(await client.seen(issued));
      },
    );
    it("§5.3 a test ad's action is good for its holder only", async () => {
      const issued = await client.issue({ test: true, test_format: "consent" });
      const action = at(actionsOf(issued.ad), 0);
      expectProblem(await client.press(issued, action, { visitor_id: newVisitor() }), 410, "gone");
      expectProblem(await client.press(issued, action, {}, server), 410, "gone");
      expectProblem(await client.press(issued, action, { platform_id: platformIds.sibling }), 410, "gone");
      nextAdOf(await client.press(issued, action));
    });
  });

  describe("§4.5 a click link", () => {
    it("§4.5 changed in any one character, cut or lengthened is answered 404, and stays good", async () => {
      const url = at(linksOf((await client.issue()).ad), 0);
      const [start, id] = [url.slice(0, -44), url.slice(-44)];
      const charged = await chargedBy(target(), async () => {
        for (const forgery of [...changesOf(id), ...prefixesOf(id).slice(1), `${id}A`, `${id}=`]) {
          const answer = await client.click(`${start}${forgery}`);
          if (answer.status !== 404) throw new Error(`${answer.status} for the forgery ${forgery}`);
          expectProblem(answer, 404, "not_found");
        }
      });
      expect(charged.charges).toBe(0);
      expect((await client.click(url)).headers.get("location")).toBe(landing);
    });
    wire("§4.5 is not made of a receipt or an action", async () => {
      const { ad } = await client.issue(consent);
      const start = at(linksOf(ad), 0).slice(0, -44);
      for (const token of [
        ad.view ?? "",
        at(actionsOf(ad), 0),
        ad.delivery_id,
        `${ad.delivery_id}${ad.delivery_id}`,
      ]) {
        expectProblem(await client.click(`${start}${token}`), 404, "not_found");
      }
    });
  });
}
