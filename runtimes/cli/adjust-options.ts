import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { pathOf } from "../../core/catalog/messages.ts";
import { type WriteOffBody, writeOffBody } from "../../core/management/adjustment-shapes.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";

export interface AdjustOptions {
  readonly operation?: string | undefined;
  readonly reason?: string | undefined;
  readonly restoreBudget: boolean;
  readonly micros?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly publisher?: readonly string[] | undefined;
  readonly platform?: readonly string[] | undefined;
  readonly key?: readonly string[] | undefined;
  readonly campaign?: readonly string[] | undefined;
  readonly mark?: readonly string[] | undefined;
  readonly network?: readonly string[] | undefined;
  readonly delivery?: readonly string[] | undefined;
  /** A file with ids of deliveries. */
  readonly deliveries?: string | undefined;
  /** The location of the store, for the command that continues. */
  readonly store?: string | undefined;
  readonly data?: string | undefined;
  readonly server?: string | undefined;
  readonly plan: boolean;
  readonly json: boolean;
}

/** The options of an operation that has its id. */
export type StartedAdjustment = AdjustOptions & { readonly operation: string };

/** One body for each list of deliveries that a query may have. A text: the fault. */
export async function bodiesOf(options: StartedAdjustment): Promise<readonly WriteOffBody[] | string> {
  const { plan, operation, reason, restoreBudget: restoresBudget, micros, from, to } = options;
  const { publisher, platform, key, campaign, mark, network, delivery, deliveries } = options;
  if (reason === undefined && !plan) return "Say why with --reason, or see the effect with --plan.";
  const lists = [from, publisher, platform, key, campaign, mark, network, delivery, deliveries];
  if (lists.every((list) => list === undefined)) {
    return "Select charges by --from, --publisher, --platform, --key, --campaign, --mark, --network or --delivery.";
  }
  const ids = [...(delivery ?? []), ...(deliveries === undefined ? [] : await idsIn(deliveries))];
  if (deliveries !== undefined && ids.length === 0) return "The file has no ids.";
  const chunks = ids.length === 0 ? [undefined] : chunksOf([...new Set(ids)]);
  const bodies: WriteOffBody[] = [];
  for (const deliveryIds of chunks) {
    const body = v.safeParse(writeOffBody, {
      ...{ plan, operation, reason, restoresBudget, micros, marks: mark, networks: network, deliveryIds },
      ...{ publisherIds: publisher, platformIds: platform, apiKeyIds: key, campaignIds: campaign },
      from: from === undefined ? undefined : new Date(from).toISOString(),
      to: to === undefined ? undefined : new Date(to).toISOString(),
    });
    if (!body.success) return `${pathOf(body.issues[0])}: ${body.issues[0].message}`;
    bodies.push(body.output);
  }
  return bodies;
}

async function idsIn(file: string): Promise<readonly string[]> {
  return (await readFile(file, "utf8")).split(/[\s,]+/).filter((id) => id !== "");
}

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / maxBatch) }, (_, index) =>
    ids.slice(index * maxBatch, (index + 1) * maxBatch),
  );
}

/** The command that continues an operation. */
export function commandOf(options: AdjustOptions): string {
  const { plan, json, restoreBudget, from, to, ...rest } = options;
  const instants = { from, to };
  const given = [
    ...Object.entries(rest).map(([name, value]) => [name, value] as const),
    ...Object.entries(instants).map(([name, at]) => [name, at && new Date(at).toISOString()] as const),
  ];
  const words = given.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, ...[value].flat().map((one) => quoted(String(one)))],
  );
  const flags = [plan && "--plan", restoreBudget && "--restore-budget", json && "--json"];
  return ["handbill adjust", ...words, ...flags.filter((flag) => flag !== false)].join(" ");
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[A-Za-z0-9_.:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
