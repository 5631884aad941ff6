import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { Statement, StatementQuery } from "../../core/storage/settlement-store.ts";
import { oneOf } from "../kit/stored-values.ts";
import { type Context, newNonce, nowArgument } from "./context.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
import { readTexts } from "./reads.ts";
import { addStatementScript, statementsScript } from "./scripts/statements.ts";
import { stageLarge } from "./stage.ts";

/** `SettlementStore.addStatement`: one script, after the parts of a large document have been put where it finds them. */
export async function addStatement(
  context: Context,
  { account, number, document }: Statement,
  audit: AuditEntry | undefined,
): Promise<"added" | "exists"> {
  const nonce = newNonce();
  // As a JSON text it is one line, and `u` cuts no character in two. A character has at most four bytes.
  const parts = JSON.stringify(document).match(/.{1,100000}/gsu) ?? [];
  const staged = await stageLarge(context, nonce, parts);
  const note = audit === undefined ? "" : JSON.stringify(audit);
  const args = [nowArgument(context), nonce, account, String(number), note, String(staged)];
  const { head } = await context.run(
    addStatementScript,
    [context.keys.root],
    [...args, ...parts.slice(staged)],
  );
  return oneOf(head[0], ["added", "exists"]);
}

/** `SettlementStore.listStatements`: which they are, then their documents. */
export async function listStatements(
  context: Context,
  { accounts, before, limit }: StatementQuery,
): Promise<readonly Statement[]> {
  const { run, keys } = context;
  const wanted = accounts === undefined ? ["all"] : ["of", ...[...new Set(accounts)].sort()];
  const args = [String(before ?? ""), String(limit), ...wanted];
  const { head, lines } = await run(statementsScript, [keys.root], args);
  if (head[0] !== "statements") misfit("statements");
  const found = lines.map((line) => {
    const [number, account] = line.split("\t");
    return { number: parseNumber(number), account: parseText(account) };
  });
  const documents = await readTexts(
    context,
    found.map(({ number, account }) => keys.statement(number, account)),
  );
  return found.map((one, n) => ({ ...one, document: parseText(documents[n]) }));
}
