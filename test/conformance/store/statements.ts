import type { Statement } from "../../../core/storage/settlement-store.ts";
import { maxStatementLength } from "../../../core/storage/settlement-store.ts";
import { same } from "../assert.ts";
import { auditEntry } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, storeCase } from "../world.ts";
import { hostileIds } from "./hostile.ts";

function statement(account: string, number: number, text = ""): Statement {
  return { account, number, document: JSON.stringify({ account, number, text }) };
}

export const statementCases: readonly StoreCase[] = [
  storeCase("statements of an account are numbered without gaps", async ({ first, second }) => {
    same(await first.addStatement(statement("publisher:p", 2)), "exists", "a first statement with number 2");
    same(await first.addStatement(statement("publisher:p", 1)), "added", "the first");
    same(await second.addStatement(statement("publisher:p", 1, "other")), "exists", "the first again");
    same(await second.addStatement(statement("publisher:p", 3)), "exists", "a gap");
    same(await second.addStatement(statement("publisher:p", 2)), "added", "the second");
    same(await first.addStatement(statement("advertiser:p", 1)), "added", "the first of another account");
    const stored = await first.listStatements({ accounts: ["publisher:p"], limit: 10 });
    same(stored, [statement("publisher:p", 2), statement("publisher:p", 1)], "statements");
  }),

  storeCase("statements are listed by number, of the accounts asked for", async ({ first, second }) => {
    const made = [
      statement("a", 1),
      statement("a", 2),
      statement("b", 1),
      statement("b", 2),
      statement("c", 1),
    ];
    for (const one of made) same(await first.addStatement(one), "added", "answer");
    const listed = async (query: Parameters<typeof second.listStatements>[0]): Promise<readonly string[]> =>
      (await second.listStatements(query)).map(({ account, number }) => `${account}${number}`);
    same(await listed({ limit: 10 }), ["a2", "b2", "a1", "b1", "c1"], "all");
    same(await listed({ limit: 3 }), ["a2", "b2", "a1"], "three");
    same(await listed({ before: 2, limit: 10 }), ["a1", "b1", "c1"], "before number 2");
    same(await listed({ accounts: ["c", "b", "none"], limit: 10 }), ["b2", "b1", "c1"], "of two accounts");
    same(await listed({ accounts: ["b"], before: 2, limit: 10 }), ["b1"], "the one before the second");
    same(await listed({ accounts: [], limit: 10 }), [], "of no account");
  }),

  storeCase("64 callers that add one statement add it once, with its note", async (world) => {
    const note = auditEntry("publisher:p", { action: "close", kind: "statement" });
    const answers = await race(world, 64, (store, n) =>
      store.addStatement(statement("publisher:p", 1, `caller ${n}`), note),
    );
    same(answers.filter((answer) => answer === "added").length, 1, "added");
    same((await world.second.listStatements({ limit: 10 })).length, 1, "statements");
    same((await world.second.readAudit({ kind: "statement", limit: 10 })).length, 1, "notes");
  }),

  storeCase("any text is an account, and a long document comes back whole", async ({ first, second }) => {
    const long = JSON.stringify("é".repeat(maxStatementLength - 2));
    for (const id of hostileIds) {
      const account = `advertiser:${id}`;
      same(await first.addStatement({ account, number: 1, document: JSON.stringify(id) }), "added", account);
      const [stored] = await second.listStatements({ accounts: [account], limit: 2 });
      same(stored, { account, number: 1, document: JSON.stringify(id) }, account);
    }
    same(await first.addStatement({ account: "long", number: 1, document: long }), "added", "a long one");
    const [stored] = await second.listStatements({ accounts: ["long"], limit: 1 });
    same(stored?.document === long, true, "the long document comes back whole");
  }),
];
