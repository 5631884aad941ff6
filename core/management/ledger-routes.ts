import { balanceOf, ledgerBalance } from "./ledger-balance.ts";
import { noBody, noQuery, type Route, route } from "./route.ts";

export const ledgerRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/ledger/audit",
    name: "audit-ledger",
    tag: "ledger",
    summary:
      "Compares what campaigns spent and hold with their charges, adjustments and open deliveries, all of one moment. It reads every " +
      "charge: call it rarely. Handbill checks what is spent by itself, once an hour.",
    roles: ["operator"],
    query: noQuery,
    body: noBody,
    answer: ledgerBalance,
    status: 200,
    example: {},
    run: async (_input, { store, view }) => ({ json: balanceOf(await store.auditLedger(), view.at) }),
  }),
];
