import { createHandbill, type HandbillOptions, type LogEntry } from "../../core/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { createTestClock, type TestClock } from "../conformance/clock.ts";
import type { StoreHarness } from "../conformance/mod.ts";
import { plant } from "../runtimes/seed.ts";
import { adOrNone, botAnswerOf } from "./answers.ts";
import { campaign, contractCatalog, platformIds, webCreative } from "./catalog.ts";
import { actionsOf, at, type Client, createClient, type Fields, linksOf, server } from "./client.ts";
import { storedKeys } from "./keys.ts";
import type { Target } from "./target.ts";
import { baseUrl, toRequest } from "./world.ts";

/** The secrets of an instance. */
export type Secrets = Required<Pick<HandbillOptions, "secrets">> & Pick<HandbillOptions, "identitySecret">;

/** One of the two instances is started anew. */
export type Restart = readonly [instance: 0 | 1, secrets: Secrets];

export interface RollOut {
  /** Tokens that an instance refused within their hour: `view of 1 at 0 after restart 2: 410`. */
  readonly refused: readonly string[];
  /** How often a visitor was shown an ad that the visitor may see once a day. */
  readonly shown: number;
  /** Deliveries, all of which were seen, pressed or clicked, and how many of them were charged. */
  readonly deliveries: number;
  readonly charges: number;
  /** By instance. */
  readonly log: readonly [readonly LogEntry[], readonly LogEntry[]];
}

/** Something that was given out, and what shows whether an instance takes it. */
interface Given {
  readonly name: string;
  readonly showTo: (client: Client) => Promise<{ readonly status: number }>;
}

const visitor_id = "visitor:of-a-roll-out";
const capped = "capped";

/** Everything of the contract's catalogue, and a campaign on a platform of its own that a visitor sees once a day. */
const catalog = {
  ...contractCatalog,
  campaigns: [
    ...contractCatalog.campaigns,
    campaign(capped, [platformIds.empty], { frequencyCap: { impressions: 1, window: "day" } }),
  ],
  creatives: [...contractCatalog.creatives, webCreative(capped, "text")],
};

/**
 * Two instances on one store, and what becomes of everything that they give out while one after the other is started anew.
 * After each restart both give out every kind of token, and both are shown all that was given out so far.
 */
export async function rollOut(
  harness: StoreHarness,
  first: Secrets,
  restarts: readonly Restart[],
): Promise<RollOut> {
  const clock = createTestClock();
  const { stores, close } = await harness.open(clock);
  const log: readonly [LogEntry[], LogEntry[]] = [[], []];
  await plant(stores[0], { catalog, apiKeys: storedKeys });
  const opened: Target[] = [];
  const start = (instance: 0 | 1, secrets: Secrets): Client => {
    const target = openInstance(stores[instance], clock, secrets, (entry) => log[instance].push(entry));
    opened.push(target);
    return createClient(() => target);
  };
  const instances: [Client, Client] = [start(0, first), start(1, first)];
  const given: Given[] = [];
  const refused: string[] = [];
  let [shown, deliveries] = [0, 0];

  const tryAll = async (restart: number): Promise<void> => {
    for (const [instance, client] of instances.entries()) {
      const made = await giveOut(client);
      deliveries += made.length;
      given.push(...made.map(({ name, showTo }) => ({ name: `${name} of ${instance}`, showTo })));
      if (adOrNone(await client.ads({ platform_id: platformIds.empty, visitor_id })) !== undefined)
        shown += 1;
    }
    clock.advance(1_000);
    for (const [instance, client] of instances.entries()) {
      const statuses = await Promise.all(given.map(async ({ showTo }) => (await showTo(client)).status));
      for (const [index, status] of statuses.entries()) {
        if (status === 200 || status === 302) continue;
        refused.push(`${given[index]?.name} at ${instance} after restart ${restart}: ${status}`);
      }
    }
  };
  await tryAll(0);
  for (const [index, [instance, secrets]] of restarts.entries()) {
    instances[instance] = start(instance, secrets);
    await tryAll(index + 1);
  }
  const { campaigns } = await stores[0].auditLedger();
  const others = campaigns.filter(({ campaignId }) => campaignId !== capped);
  const charges = others.reduce((sum, ledger) => sum + ledger.charges, 0);
  // An instance that is still open writes its counts later, to a closed store.
  for (const { stop } of opened) await stop();
  await close();
  return { refused, shown, deliveries, charges, log };
}

/** One of each: a receipt for a browser and one for a server, an action, a link of an ad and one of a message. */
async function giveOut(client: Client): Promise<readonly Given[]> {
  const view = await client.issue({ accept_formats: ["text"] });
  const ownView = await client.issue({ accept_formats: ["text"], ...newUser() }, server);
  const pressed = await client.issue({ accept_formats: ["consent"] });
  const clicked = await client.issue({ accept_formats: ["card"] });
  const posted = botAnswerOf(await client.bot());
  return [
    { name: "view", showTo: (other) => other.seen(view) },
    { name: "server's view", showTo: (other) => other.seen(ownView) },
    { name: "action", showTo: (other) => other.press(pressed, at(actionsOf(pressed.ad), 0)) },
    { name: "link", showTo: (other) => other.click(at(linksOf(clicked.ad), 0)) },
    { name: "bot's link", showTo: (other) => other.click(posted.ad?.button_url ?? "") },
  ];
}

let users = 0;

function newUser(): Fields {
  users += 1;
  return { stable_user_id: `user-${users}` };
}

function openInstance(
  store: Store,
  clock: TestClock,
  secrets: Secrets,
  log: (entry: LogEntry) => void,
): Target {
  const rateLimits = { requestsPerNetwork: false, adsPerVisitor: false } as const;
  const handbill = createHandbill({ store, clock: clock.now, log, baseUrl, rateLimits, ...secrets });
  const url = "http://in-process.example/below";
  return {
    name: "in process",
    url,
    linkBase: baseUrl,
    runtime: async () => "node",
    expectedRuntime: "node",
    stop: handbill.close,
    request: (path, init) => handbill.fetch(toRequest(`${url}${path}`, init), {}),
    advance: async (ms) => clock.advance(ms),
    audit: store.auditLedger,
    features: { lettersPerCharacter: 1 },
  };
}
