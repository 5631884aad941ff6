import { setTimeout as pause } from "node:timers/promises";
import { minViewAgeMs } from "../../core/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import type { BudgetEditor } from "./budgets.ts";
import type { Client, KnownAd } from "./client.ts";
import type { Crowd } from "./crowd.ts";
import type { Disturbed } from "./faults.ts";
import type { Server } from "./servers.ts";
import { tightViews } from "./shop.ts";

/** What the overture plays with. */
export interface Stage extends Disturbed {
  readonly client: Client;
  readonly crowd: Crowd;
  readonly editor: BudgetEditor;
  /** The store past every proxy; closed where one process may have it. */
  readonly store: Store;
}

const racers = 48;

/**
 * The cases that chance might leave out for long: one view told to all servers at once, a view whose reply is lost between store
 * and server, a server that is killed at the moment of its answer, and a race for the last views of a budget.
 */
export async function playOverture(stage: Stage): Promise<void> {
  const { servers, client, crowd, note } = stage;
  const [first] = servers;
  if (first === undefined) throw new Error("There is no server.");

  note(`${racers} users race for ${tightViews} views of a budget`);
  await race(stage);

  const together = await readyAd(stage, "together");
  note("one view is told to every server, again and again");
  await Promise.all(
    servers.flatMap(({ port }) => [client.tell(port, together, "seen"), client.tell(port, together, "seen")]),
  );
  await crowd.insist(together, "seen");

  if (first.storeSide !== undefined) await loseReply(stage, first);

  const killed = await readyAd(stage, "killed");
  note("kill -9 of server 1 at the moment of its answer to a view");
  await tellUntilConfirmed(client, first.port, killed);
  await first.kill9();
  await first.start();
}

const againMs = 100;

/** A view that the store charges while the server waits in vain for its reply, and that is told again. */
async function loseReply(stage: Stage, server: Server): Promise<void> {
  const { client, note, store } = stage;
  for (;;) {
    const ad = await readyAd(stage, "lost");
    note("the store's reply to a view is lost");
    // It reads the catalogue now, and not while its link is mute.
    await client.ask(server.port, "fresh", { language_code: "fr" });
    server.storeSide?.turn("mute");
    let isTold = false;
    const telling = client.tell(server.port, ad, "seen").finally(() => {
      isTold = true;
    });
    // The server may have lost another reply first, and not have sent the view at all.
    const isCharged = async (): Promise<boolean> =>
      (await store.findDeliveries([ad.id]))[0]?.chargedAt !== undefined;
    while (!isTold && !(await isCharged())) await pause(againMs);
    server.storeSide?.turn("flow");
    await telling;
    const isLost = !ad.isConfirmed && (await isCharged());
    // To the same server, which may remember that it failed.
    await tellUntilConfirmed(client, server.port, ad);
    if (isLost) return;
  }
}

/** All at once, on every server; each gets an ad or none. */
async function race({ servers, client, prng }: Stage): Promise<void> {
  const ports = servers.map(({ port }) => port);
  const names = Array.from({ length: racers }, (_, n) => `racer-${n}`);
  await Promise.all(names.map((name) => client.ask(prng.pick(ports), name, { placement: "tight" })));
}

/** An ad with a receipt whose view is not too early any more. */
async function readyAd({ servers, client, prng }: Stage, user: string): Promise<KnownAd> {
  for (;;) {
    const ad = await client.ask(prng.pick(servers).port, user, { placement: "chat" });
    if (ad?.view === undefined) {
      await pause(againMs);
      continue;
    }
    await pause(ad.since + minViewAgeMs - Date.now());
    return ad;
  }
}

async function tellUntilConfirmed(client: Client, port: number, ad: KnownAd): Promise<void> {
  while (!ad.isConfirmed) {
    await client.tell(port, ad, "seen");
    if (!ad.isConfirmed) await pause(againMs);
  }
}
