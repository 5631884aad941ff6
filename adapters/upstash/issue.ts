import type { IssueOrder, IssueOutcome } from "../../core/storage/delivery.ts";
import { refusalReasonOf } from "../kit/refusal-reason.ts";
import { type Context, chunks, judge, maxPerScript, nowArgument, slackMs } from "./context.ts";
import { choiceDocument, newDelivery, orderDocument, toDelivery } from "./delivery-value.ts";
import { misfit, parseNumber } from "./json.ts";
import { issueScript } from "./scripts/issue.ts";

/** `ServingStore.issue`: one script for at most 64 orders, one after the other. */
export async function issue(
  context: Context,
  orders: readonly IssueOrder[],
): Promise<readonly IssueOutcome[]> {
  const outcomes: IssueOutcome[] = [];
  for (const part of chunks(orders, maxPerScript)) outcomes.push(...(await issuePart(context, part)));
  return outcomes;
}

async function issuePart(context: Context, orders: readonly IssueOrder[]): Promise<readonly IssueOutcome[]> {
  const keys = orders.map(({ deliveryId }) => context.keys.delivery(deliveryId));
  const { head, lines } = await judge(context, issueScript, keys, [
    nowArgument(context),
    String(context.deliveriesKeptMs),
    String(slackMs(context)),
    String(Math.min(context.networksKeptMs, context.deliveriesKeptMs)),
    ...orders.flatMap((order) => [
      orderDocument(order),
      String(order.unprovenShareBps ?? ""),
      order.network,
      String(order.choices.length),
      ...order.choices.map(choiceDocument),
    ]),
  ]);
  const [kind, issuedAt] = head;
  if (kind !== "issued" || lines.length !== orders.length) misfit("an outcome for each order");
  return orders.map((order, n) => toOutcome(order, lines[n] ?? "", parseNumber(issuedAt)));
}

function toOutcome(order: IssueOrder, line: string, issuedAt: number): IssueOutcome {
  const rest = line.slice(1);
  switch (line[0]) {
    case "=":
      return { outcome: "issued", delivery: toDelivery(order.deliveryId, rest) };
    case "+": {
      const [number, day = ""] = rest.split("\t");
      const choice = order.choices[parseNumber(number) - 1] ?? misfit("one of the choices");
      return { outcome: "issued", delivery: newDelivery(order, choice, day, issuedAt) };
    }
    case "-":
      return {
        outcome: "refused",
        reasons: rest === "" ? [] : rest.split(",").map(refusalReasonOf),
      };
    default:
      return misfit("an outcome");
  }
}
