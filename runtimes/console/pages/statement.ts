import type { Called } from "../api-client.ts";
import { assetPath } from "../assets.ts";
import { actions, facts, table } from "../components.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import type { PageContext, PageRoute } from "../page-context.ts";
import type { ReportRow } from "../report-answer.ts";
import { type Figure, figureColumns } from "../report-columns.ts";
import { respond } from "../respond.ts";
import {
  daysOf,
  figuresFor,
  isOfPublisher,
  statementFigures,
  totalOf,
  type WholeStatement,
  wholeStatement,
} from "../statement-answer.ts";
import { moment } from "../times.ts";

/** The pages of one statement. */
export const statementPages: readonly PageRoute[] = [
  {
    method: "GET",
    path: "statements/:id",
    run: async (context) => {
      const read = await readStatement(context);
      if ("problem" in read) return read;
      const { id, account, name, number, period } = read.json;
      const path = `statements/${encodeURIComponent(id)}`;
      const list = `statements${context.may("close-statements") ? `?of=${encodeURIComponent(account)}` : ""}`;
      const content = html`${actions(
        html`<a class="button primary" href="${context.at(`${path}/print`)}">Printable page</a>`,
        html`<a class="button" href="${context.at(`${path}/csv`)}" download>Download CSV</a>`,
        html`<a class="button" href="${context.at(list)}">All statements of ${name}</a>`,
      )}${parts(read.json, statementFigures, context)}`;
      return { page: { title: `Statement ${number}, ${period}`, section: "statements", content } };
    },
  },
  {
    method: "GET",
    path: "statements/:id/csv",
    run: async (context) => {
      const id = context.ids["id"] ?? "";
      const answered = await context.raw("get-statement", { id, query: { format: "csv" } });
      if ("problem" in answered || "response" in answered) return answered;
      throw new Error("A table must be a complete response.");
    },
  },
  {
    method: "GET",
    path: "statements/:id/print",
    run: async (context) => {
      const read = await readStatement(context);
      if ("problem" in read) return read;
      return { response: respond(printed(read.json, context)) };
    },
  },
];

function readStatement(context: PageContext): Promise<Called<WholeStatement>> {
  return context.call("get-statement", wholeStatement, { id: context.ids["id"] ?? "" });
}

/** A page for paper, without navigation. It has the account's side of the money only, so that the operator can send it. */
function printed(statement: WholeStatement, context: PageContext): Html {
  const { id, name, number, period } = statement;
  const { installation, baseUrl, at } = context;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="robots" content="noindex">
<title>Statement ${number}, ${period}, ${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at(assetPath("style.css"))}">
</head>
<body class="paper">
<main>
<p class="back"><a href="${at(`statements/${encodeURIComponent(id)}`)}">Back to the console</a></p>
<div class="sender"><p>${installation.name ?? baseUrl}</p>${installation.address !== undefined && html`<address>${installation.address}</address>`}</div>
<h1>Statement ${number}, ${period}</h1>
${parts({ ...statement, closedBy: undefined }, figuresFor(statement), context)}
</main>
</body>
</html>`;
}

/** The account and the period, the totals, and the lines. */
function parts(statement: WholeStatement, figures: readonly Figure[], context: PageContext): Html {
  const { account, name, number, closedAt, closedBy, lines } = statement;
  const total = totalOf(statement);
  const columns = figureColumns(figures, { lines, total }, context);
  const cells = (row: ReportRow): readonly HtmlValue[] => columns.map(({ write }) => write(row));
  const isPublisher = isOfPublisher(account);
  const things = isPublisher ? "platforms" : "campaigns";
  const has = (kind: string): boolean => lines.some((line) => line["kind"] === kind);
  return html`${facts([
    [
      isPublisher ? "Publisher" : "Advertiser",
      html`${name}${isPublisher && html` <code>${account.replace("publisher:", "")}</code>`}`,
    ],
    ["Period", daysOf(statement)],
    ["Closed", html`${moment(closedAt)}${closedBy !== undefined && ` by ${closedBy}`}`],
  ])}
${facts(columns.map(({ label, write }) => [label, write(total)]))}
${table(
  `Lines of statement ${number}`,
  [isPublisher ? "Platform" : "Campaign", ...columns.map(({ label }) => ({ label, isNumber: true }))],
  [...lines.map((line) => [lineName(line, things), ...cells(line)]), ["Total", ...cells(total)]],
  "",
  "dense figures",
)}
${has("rest") && html`<p class="hint">Other ${things}: all without a line of their own.</p>`}
${has("earlier") && html`<p class="hint">Earlier months: recorded after the statement of their month was closed.</p>`}
<p class="hint">Views are statistics, best effort. Charged views and amounts come from the ledger.</p>`;
}

function lineName({ kind, id }: ReportRow, things: string): string {
  if (kind === "rest") return `Other ${things}`;
  return kind === "earlier" ? "Earlier months" : String(id ?? "");
}
