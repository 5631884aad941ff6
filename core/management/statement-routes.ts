import * as v from "valibot";
import { timeZone } from "../catalog/fields.ts";
import { isPlainText, text } from "../contract/text.ts";
import { asCsv } from "../reporting/csv.ts";
import { type Account, accountName, parseAccount } from "../settlement/account.ts";
import { closeAccounts } from "../settlement/close-accounts.ts";
import { closeStatement } from "../settlement/close-statement.ts";
import { monthOf } from "../settlement/period.ts";
import { readStatement, type StatementDocument } from "../settlement/statement.ts";
import type { CatalogView } from "./catalog-view.ts";
import { csvAnswer } from "./csv-answer.ts";
import { wholeNumber } from "./page.ts";
import { actorOf, type Principal } from "./principal.ts";
import { invalidField, type ManagementProblem, notFound } from "./problem.ts";
import { type ManagedStore, noBody, type Route, route } from "./route.ts";
import {
  isDeclared,
  shownHead,
  shownStatement,
  statementHead,
  statementRows,
  wholeStatement,
} from "./statement-shapes.ts";

const maxAccountLength = 256;
/** Accounts that one call closes. */
const pieceSize = 50;

const accountField = v.pipe(
  text(1, maxAccountLength),
  v.description("`publisher:` and the id, or `advertiser:` and the name."),
);
const accountAdvice = "Write publisher: and an id, or advertiser: and a name.";

/** Statements: closed months of a publisher or an advertiser. The operator closes them; the parties read their own. */
export const statementRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/statements",
    name: "close-statements",
    tag: "statements",
    summary:
      "Closes a month, of one account or of the next 50 accounts after `after`: repeat with `next` until it is null. " +
      "A month that is closed already answers its statement.",
    roles: ["operator"],
    query: v.strictObject({}),
    body: v.strictObject({
      period: v.pipe(v.string(), v.description("The month, `YYYY-MM`.")),
      timeZone: v.optional(timeZone, "UTC"),
      account: v.optional(accountField),
      after: v.optional(accountField),
    }),
    answer: v.strictObject({
      items: v.array(
        v.pipe(
          v.strictObject({
            account: v.string(),
            outcome: v.pipe(
              v.picklist(["closed", "stored", "nothing", "refused"]),
              v.description(
                "`stored`: it was closed before. `nothing`: nothing was charged or adjusted since the last statement.",
              ),
            ),
            detail: v.nullable(v.pipe(v.string(), v.description("Why it is refused."))),
            statement: v.nullable(statementHead),
          }),
          v.title("Closing"),
        ),
      ),
      next: v.nullable(v.string()),
    }),
    status: 200,
    example: { body: { period: "2026-01" } },
    run: async ({ body }, { principal, store, view, currency }) => {
      const period = monthOf(body.period, body.timeZone);
      if (period === undefined) return invalidField("period", "Write a month from 1970 on, like 2026-11.");
      const closing = { period, closedBy: actorOf(principal), now: view.at, currency };
      const nameOf = (account: Account): string => nameIn(view, account);
      if (body.account === undefined) {
        const { after } = body;
        const { accounts, next } = await closeAccounts(store, closing, nameOf, { after, limit: pieceSize });
        return { json: { items: accounts.map(shown), next } };
      }
      const account = parseAccount(body.account);
      if (account === undefined) return invalidField("account", accountAdvice);
      const outcome = await closeStatement(store, {
        ...closing,
        account,
        name: nameOf(account),
        skipsNothing: !isDeclared(account, view),
      });
      return { json: { items: [shown({ account: accountName(account), outcome })], next: null } };
    },
  }),
  route({
    method: "GET",
    path: "/statements",
    name: "list-statements",
    tag: "statements",
    summary:
      "The statements of an account, the last one first. `before`: the number of the last one of the previous page.",
    roles: ["operator", "publisher", "advertiser"],
    query: v.strictObject({
      account: v.optional(accountField),
      before: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      limit: v.optional(wholeNumber(1, 100), "12"),
    }),
    body: noBody,
    answer: v.strictObject({ items: v.array(statementHead), next: v.nullable(v.number()) }),
    status: 200,
    example: { query: { account: "publisher:demo" } },
    run: async ({ query }, { principal, store }) => {
      const account = accountFor(principal, query.account);
      if ("problem" in account) return account;
      const { before, limit } = query;
      const found = await store.listStatements({ accounts: [accountName(account)], before, limit });
      return {
        json: {
          items: found.map((one) => shownHead(readStatement(one), principal.role)),
          next: found.length < limit ? null : (found.at(-1)?.number ?? null),
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/statements/:id",
    name: "get-statement",
    tag: "statements",
    summary: "A statement with its lines; `format=csv` answers a table.",
    roles: ["operator", "publisher", "advertiser"],
    query: v.strictObject({ format: v.optional(v.picklist(["json", "csv"]), "json") }),
    body: noBody,
    answer: wholeStatement,
    hasCsv: true,
    status: 200,
    problems: ["not_found"],
    run: async ({ id, query }, { principal, store }) => {
      const statement = await findStatement(store, principal, id);
      if (statement === undefined) return notFound;
      if (query.format === "json") return { json: shownStatement(statement, principal.role) };
      const { period, number } = statement;
      return csvAnswer(`statement-${period}-${number}`, asCsv(statementRows(statement, principal.role)));
    },
  }),
];

/** The name of a publisher as it stands; a removed one keeps its id. */
function nameIn(view: CatalogView, { kind, id }: Account): string {
  return kind === "publisher" ? (view.publishers.get(id)?.name ?? id) : id;
}

/** The account whose statements a caller asks for: always its own, and any for the operator. */
function accountFor(principal: Principal, wanted: string | undefined): Account | ManagementProblem {
  const own = ownAccount(principal);
  if (own !== undefined) {
    const isOwn = wanted === undefined || wanted === accountName(own);
    return isOwn ? own : invalidField("account", "Omit it: you see your own statements.");
  }
  return parseAccount(wanted ?? "") ?? invalidField("account", accountAdvice);
}

/** `undefined`: the operator. */
function ownAccount(principal: Principal): Account | undefined {
  if (principal.role === "publisher") return { kind: "publisher", id: principal.publisherId };
  if (principal.role === "advertiser") return { kind: "advertiser", id: principal.advertiser };
  return undefined;
}

async function findStatement(
  store: ManagedStore,
  principal: Principal,
  id: string,
): Promise<StatementDocument | undefined> {
  const [, digits = "", name = ""] = /^(\d{1,15})-(.+)$/s.exec(id) ?? [];
  const own = ownAccount(principal);
  if (!isPlainText(name)) return undefined;
  if (parseAccount(name) === undefined || (own !== undefined && accountName(own) !== name)) return undefined;
  const number = Number(digits);
  const [found] = await store.listStatements({ accounts: [name], before: number + 1, limit: 1 });
  return found?.number === number ? readStatement(found) : undefined;
}

function shown({ account, outcome }: Awaited<ReturnType<typeof closeAccounts>>["accounts"][number]): object {
  return {
    account,
    outcome: outcome.outcome,
    detail: outcome.outcome === "refused" ? outcome.detail : null,
    statement: "statement" in outcome ? shownHead(outcome.statement, "operator") : null,
  };
}
