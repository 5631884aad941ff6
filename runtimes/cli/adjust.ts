import type { WriteOffBody } from "../../core/management/adjustment-shapes.ts";
import { commandLine } from "../../core/management/audit-entries.ts";
import { createCatalogView } from "../../core/management/catalog-view.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import { readWriteOff } from "../../core/management/read-write-off.ts";
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
import type { Clock, EpochMs } from "../../core/timing/clock.ts";
import { type AdjustOptions, bodiesOf, commandOf } from "./adjust-options.ts";
import { currencyToShow } from "./currency.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { ServerRefused } from "./server/connect.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "./terminal.ts";

/** The surroundings of the command. */
export interface AdjustTools {
  readonly random: Random;
  /** Whether the person asked to stop. */
  readonly isStopped: () => boolean;
}

/** Adjusts in pieces: on a store, or by a running server. */
export interface AdjustAccess {
  /** The end of a selection without `to`. `undefined`: the first piece returns it. */
  readonly now: () => Promise<EpochMs | undefined>;
  /** The known fault of a body, or `undefined`. */
  readonly faultOf: (body: WriteOffBody) => string | undefined;
  /** Runs one piece from a place that the piece before returned. */
  readonly piece: (body: WriteOffBody, after: string | undefined) => Promise<Piece>;
  readonly currency: () => Promise<string>;
}

/** `to`: the end of the selection in force. */
export interface Piece extends Omit<WriteOffPiece, "next"> {
  readonly to: string;
  readonly next: string | null;
}

const limits = { maxCharges: 5_000, maxMs: 1_000 } as const;

export function adjustStore(store: Store, clock: Clock): AdjustAccess {
  const read = createCatalogView(store);
  let at = 0;
  const writeOffOf = (body: WriteOffBody): WriteOff | ManagementProblem =>
    readWriteOff(body, commandLine, at, () => body.operation ?? "");
  return {
    now: async () => {
      at = (await read()).at;
      return at;
    },
    faultOf: (body) => {
      const writeOff = writeOffOf(body);
      return "problem" in writeOff ? writeOff.detail : undefined;
    },
    piece: async (body, after) => {
      const writeOff = writeOffOf(body);
      if ("problem" in writeOff) throw new Error(writeOff.detail);
      const call = body.plan ? planWriteOff : runWriteOff;
      const place: ChargePlace | undefined = after === undefined ? undefined : JSON.parse(after);
      const made = await call(store, writeOff, { ...limits, clock, after: place });
      if ("conflict" in made) throw new InvalidSetting(made.conflict);
      const { next, to, ...sums } = made;
      return { ...sums, to: new Date(to).toISOString(), next: next === null ? null : JSON.stringify(next) };
    },
    currency: () => currencyToShow(store),
  };
}

/** Takes the selected charges back piece by piece, or computes the effect, and prints the sums. */
export async function adjustCharges(
  access: AdjustAccess,
  terminal: Terminal,
  options: AdjustOptions,
  tools: AdjustTools,
): Promise<ExitCode> {
  const at = await access.now();
  const { plan, operation = createWriteOffId(tools.random) } = options;
  const started = { ...options, operation };
  if (at !== undefined && options.to === undefined && options.from !== undefined && options.from > at) {
    terminal.talk("from: Give an instant that is not in the future.");
    return 2;
  }
  const bodies = await bodiesOf(started);
  const fault =
    typeof bodies === "string" ? bodies : bodies.map(access.faultOf).find((one) => one !== undefined);
  if (fault !== undefined || typeof bodies === "string") {
    terminal.talk(printable(fault ?? ""));
    return 2;
  }
  // Before a charge is taken back: another currency may be configured.
  const currency = await access.currency();
  let to = started.to === undefined ? undefined : new Date(started.to).toISOString();
  const continued = (): string => {
    const end = to === undefined ? undefined : Date.parse(to);
    return `Continue with: ${printable(commandOf({ ...started, to: end }))}`;
  };
  const noteEnd = (end: string): void => {
    to = end;
  };
  const done = await runAll(access, terminal, bodies, tools, noteEnd).catch((error: unknown) => {
    if (!plan && !isRefused(error)) terminal.talk(continued());
    throw error;
  });
  if (done === undefined) {
    terminal.talk(`Stopped. ${continued()}`);
    return 1;
  }
  const { leftMicros, next: _, ...sums } = done;
  if (options.micros !== undefined && sums.settled > 0) {
    terminal.talk(`Give at most ${leftMicros} micros, which are left of the charge.`);
    return 2;
  }
  if (options.json) terminal.data(JSON.stringify({ operation, plan, to, ...sums }));
  else terminal.data(tableOf(done, createMoneyFormat(currency)));
  const { matched, repeated, settled } = sums;
  const found = `${matched} charges match, and nothing is left of ${settled} of them.`;
  terminal.talk(
    plan
      ? `Nothing was changed. ${found}`
      : `Operation ${operation} is done. ${found} ${repeated} of the adjustments were made before.`,
  );
  return 0;
}

/** Whether repeating the same command would be refused again. */
function isRefused(error: unknown): boolean {
  if (error instanceof ServerRefused) return error.exitCode === 2 || error.code === "exists";
  return error instanceof InvalidSetting;
}

/** Runs all pieces and prints the progress. `undefined`: the person stopped it. */
async function runAll(
  { piece }: AdjustAccess,
  { talk }: Terminal,
  bodies: readonly WriteOffBody[],
  { isStopped }: AdjustTools,
  noteEnd: (to: string) => void,
): Promise<WriteOffPiece | undefined> {
  let sums = joinPieces([]);
  let to: string | undefined;
  for (const body of bodies) {
    for (let after: string | null | undefined; after !== null; ) {
      if (isStopped()) return undefined;
      const { next, to: end, ...found } = await piece({ ...body, to: body.to ?? to }, after);
      [to, after] = [end, next];
      noteEnd(end);
      sums = joinPieces([sums, { ...found, next: null }]);
      if (next !== null) talk(`${sums.matched} charges, ${sums.adjustments} adjustments …`);
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
