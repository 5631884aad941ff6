import { createCatalogView } from "../../core/management/catalog-view.ts";
import { createMoneyFormat, type MoneyFormat } from "../../core/money-format.ts";
import {
  createWriteOffId,
  planWriteOff,
  runWriteOff,
  type WriteOff,
} from "../../core/settlement/write-off.ts";
import { type ChargePlace, joinPieces, type WriteOffPiece } from "../../core/settlement/write-off-sums.ts";
import type { Random } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { type AdjustOptions, commandOf, writeOffsOf } from "./adjust-options.ts";
import { currencyToServe } from "./currency.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

/** The surroundings of the command. */
export interface AdjustTools {
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the person asked to stop. */
  readonly isStopped: () => boolean;
}

const limits = { maxCharges: 5_000, maxMs: 1_000 } as const;

/** Takes the selected charges back piece by piece, or computes the effect, and prints the sums. */
export async function adjustCharges(
  store: Store,
  terminal: Terminal,
  options: AdjustOptions,
  tools: AdjustTools,
): Promise<ExitCode> {
  const { at } = await createCatalogView(store)();
  const { plan, operation = createWriteOffId(tools.random), to = at } = options;
  const writeOffs = await writeOffsOf({ ...options, operation, to }, at);
  if (typeof writeOffs === "string") {
    terminal.talk(printable(writeOffs));
    return 2;
  }
  const continued = `Continue with: ${printable(commandOf({ ...options, operation, to }))}`;
  const done = await runAll(store, terminal, writeOffs, plan, tools).catch((error: unknown) => {
    if (!plan) terminal.talk(continued);
    throw error;
  });
  if (done === undefined) {
    terminal.talk(`Stopped. ${continued}`);
    return 1;
  }
  const { leftMicros, next: _, ...sums } = done;
  if (options.micros !== undefined && sums.settled > 0) {
    terminal.talk(`Give at most ${leftMicros} micros, which are left of the charge.`);
    return 2;
  }
  if (options.json)
    terminal.data(JSON.stringify({ operation, plan, to: new Date(to).toISOString(), ...sums }));
  else terminal.data(tableOf(done, createMoneyFormat(await currencyToServe(store, terminal))));
  const { matched, repeated, settled } = sums;
  const found = `${matched} charges match, and nothing is left of ${settled} of them.`;
  terminal.talk(
    plan
      ? `Nothing was changed. ${found}`
      : `Operation ${operation} is done. ${found} ${repeated} of the adjustments were made before.`,
  );
  return 0;
}

/** Runs all pieces and prints the progress. `undefined`: the person stopped it. */
async function runAll(
  store: Store,
  { talk }: Terminal,
  writeOffs: readonly WriteOff[],
  plan: boolean,
  { clock, isStopped }: AdjustTools,
): Promise<WriteOffPiece | undefined> {
  const call = plan ? planWriteOff : runWriteOff;
  let sums = joinPieces([]);
  for (const writeOff of writeOffs) {
    for (let after: ChargePlace | null | undefined; after !== null; after = sums.next) {
      if (isStopped()) return undefined;
      sums = joinPieces([sums, await call(store, writeOff, { ...limits, clock, after })]);
      if (sums.next !== null) talk(`${sums.matched} charges, ${sums.adjustments} adjustments …`);
    }
  }
  return sums;
}

function tableOf(
  { lines, adjustments, micros, publisherMicros }: WriteOffPiece,
  { column, currency }: MoneyFormat,
): string {
  const total = { adjustments, micros, publisherMicros };
  const write = column([...lines, total].flatMap((one) => [one.micros, one.publisherMicros]));
  const cells = (one: typeof total): readonly string[] => [
    String(one.adjustments),
    write(one.micros),
    write(one.publisherMicros),
  ];
  const amounts = ["AMOUNT", "OF THE PUBLISHER"].map((label) => `${label} (${currency})`);
  return alignColumns([
    ["PUBLISHER", "PLATFORM", "CAMPAIGN", "ADJUSTMENTS", ...amounts],
    ...lines.map((line) => [
      ...[line.publisherId, line.platformId, line.campaignId].map(printable),
      ...cells(line),
    ]),
    ["total", "", "", ...cells(total)],
  ]);
}
