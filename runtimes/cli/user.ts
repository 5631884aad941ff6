import * as v from "valibot";
import { identityEntries } from "../../core/contract/identity.ts";
import type { Environment } from "../../core/environment.ts";
import { commandLine, userForgotten } from "../../core/management/audit-entries.ts";
import { type NamedUser, onlyIdentity } from "../../core/management/only-identity.ts";
import { neverPlatform, publisherOfPlatform } from "../../core/management/publisher-of-platform.ts";
import type { Store } from "../../core/storage/store.ts";
import { userKeyOf } from "../../core/user-key.ts";
import { serverAdvice } from "./data-options.ts";
import type { Server } from "./server/connect.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface ForgetOptions extends NamedUser {
  readonly platform: string;
  readonly json: boolean;
}

/**
 * Deletes the data stored about one identity on one platform. The identity itself is neither stored, logged nor
 * printed.
 */
export async function forgetUser(
  store: Pick<Store, "readCatalog" | "readRemoved" | "forgetUser">,
  terminal: Terminal,
  env: Environment,
  options: ForgetOptions,
): Promise<ExitCode> {
  const identity = onlyIdentity(options);
  if (identity === undefined) {
    terminal.talk("Name the identity with exactly one of --visitor ID, --stable ID and --messenger ID.");
    return 2;
  }
  // As in ad requests: nothing can be stored about another id.
  const parsed = v.safeParse(sentIds, { visitor_id: options.visitor, stable_user_id: options.stable });
  if (!parsed.success) {
    terminal.talk(`${identity.kind}: ${parsed.issues[0].message}`);
    return 2;
  }
  let userKey: string;
  try {
    userKey = userKeyOf(options.platform, identity, { env });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    terminal.talk(`${error.message} ${serverAdvice}`);
    return 2;
  }
  const { catalog } = await store.readCatalog();
  const current = catalog.platforms.find(({ id }) => id === options.platform);
  const publisherId = await publisherOfPlatform(options.platform, current, store);
  if (publisherId === undefined) {
    terminal.talk(`--platform: ${neverPlatform}`);
    return 1;
  }
  const audit = userForgotten(options.platform, publisherId, commandLine);
  return report(terminal, await store.forgetUser(userKey, audit), options);
}

const sentIds = v.object(identityEntries);
const answer = v.object({ forgotten: v.number() });

/** The same by a running server, with its secret. */
export async function forgetUserOnServer(
  { call }: Server,
  terminal: Terminal,
  options: ForgetOptions,
): Promise<ExitCode> {
  const { platform, visitor, stable, messenger } = options;
  const body = {
    platform_id: platform,
    visitor_id: visitor,
    stable_user_id: stable,
    user_id: messenger === undefined ? undefined : Number(messenger),
  };
  const { forgotten } = await call(answer, "POST", "/users/forget", { body });
  return report(terminal, forgotten, options);
}

function report(terminal: Terminal, forgotten: number, { json }: ForgetOptions): ExitCode {
  if (json) terminal.data(JSON.stringify({ forgotten }));
  else terminal.data(String(forgotten));
  terminal.talk(
    forgotten === 0
      ? "Nothing is stored about this identity on this platform, under this secret."
      : `${forgotten} deliveries deleted. Their charges stay, without an identity.`,
  );
  return 0;
}
