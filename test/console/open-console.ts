import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createManagement, type ManagementOptions } from "../../core/management/management.ts";
import { createHandbill } from "../../core/mod.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { Store } from "../../core/storage/store.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { consoleLink } from "../../runtimes/console/link.ts";
import { demoCatalog, demoPublisherId } from "../../runtimes/demo/catalog.ts";
import { serve } from "../../runtimes/node/mod.ts";
import { describedManagement } from "../management/described/described-management.ts";
import { plant } from "../runtimes/seed.ts";
import { fillBooks } from "./fill-books.ts";

export const operatorToken = "operator-token-of-the-console-tests-0123456789";
const secret = "secret-of-the-console-tests-0123456789-0123456789";

/** A real server with the demo's catalogue and two weeks of traffic, on one origin with its console. */
export interface OpenConsole {
  readonly url: string;
  readonly store: Store;
  /** A new link that opens it once. */
  readonly link: () => string;
  /** A publisher's management key. */
  readonly publisherKey: string;
  readonly close: () => Promise<void>;
}

export async function openConsole(options: Partial<ManagementOptions> = {}): Promise<OpenConsole> {
  const time = { ahead: 0 };
  const store = createMemoryStore({ clock: () => Date.now() + time.ahead });
  let url = "";
  // The address is known once the server listens; it is read with the first request.
  const settings = {
    env: (name: string) => (name === "HANDBILL_BASE_URL" ? url : undefined),
    secrets: [secret],
    log: () => {},
  };
  const handbill = createHandbill({ store, ...settings });
  const management = describedManagement(
    createManagement({
      store,
      ...settings,
      operatorTokens: [operatorToken],
      handbill,
      console: createConsole(),
      // The demo's pictures are on this server.
      allowLocalUrls: true,
      ...options,
    }),
  );
  const running = await serve(
    {
      ...handbill,
      handles: (target) => management.handles(target) || handbill.handles(target),
      answer: (request) => (management.handles(request.target) ? management : handbill).answer(request),
    },
    { port: 0 },
  );
  url = running.url;
  const { key, id, hash } = createApiKey("manage", systemRandom);
  const record = {
    id,
    publisherId: demoPublisherId,
    mode: "manage",
    label: "console",
    hash,
    createdAt: 0,
  } as const;
  await plant(store, { catalog: demoCatalog({ baseUrl: url }), apiKeys: [record] });
  await fillBooks(store, time);
  return {
    url,
    store,
    link: () => consoleLink({ baseUrl: url, secrets: [secret] }),
    publisherKey: key,
    close: running.close,
  };
}
