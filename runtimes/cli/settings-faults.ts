import { readConfiguration } from "../../core/configuration.ts";
import { setVariables } from "../../core/environment.ts";
import { readSettings } from "../../core/management/settings.ts";
import { withStoreTimeout } from "../../core/storage/store-timeout.ts";
import { environment } from "../node/environment.ts";
import { readDrain } from "./drain.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { isOn } from "./is-on.ts";
import { missingPackages } from "./packages.ts";
import { readSensitiveSubjects } from "./sensitive-subjects.ts";
import {
  checkedDatabaseUrl,
  type LimiterSetting,
  missing,
  readLimiter,
  reportsAddress,
  retentionReaders,
  type StoreLocation,
  upstashAddress,
} from "./store-settings.ts";

const switches = [
  "HANDBILL_ACCESS_LOG",
  "HANDBILL_CONSOLE",
  "HANDBILL_PRIVATE_WEBHOOKS",
  "HANDBILL_LOCAL_URLS",
  "HANDBILL_PREPARED_STATEMENTS",
];

/** Everything that is wrong with the settings of a server, and packages that they need. Opens nothing. */
export async function settingsFaults(
  location: StoreLocation,
  { baseUrl }: { readonly baseUrl?: string | undefined },
): Promise<readonly string[]> {
  const settings = { baseUrl, env: environment };
  const read = readSettings(settings);
  const configuration = withStoreTimeout(readConfiguration(settings), settings);
  let limiter: LimiterSetting["kind"] = "memory";
  const faults = [
    ...(configuration.ok ? [] : configuration.faults),
    ...(read.ok ? [] : read.faults),
    ...(await faultOf(() => storeAddress(location))),
    ...(location.kind === "postgres" ? await faultOf(reportsAddress) : []),
    ...(await faultOf(() => {
      limiter = readLimiter(setVariables(environment)("HANDBILL_RATE_LIMITER"), location).kind;
    })),
    ...(await faultOf(readSensitiveSubjects)),
  ];
  for (const read of retentionReaders) faults.push(...(await faultOf(read)));
  for (const name of switches) faults.push(...(await faultOf(() => isOn(name, false))));
  faults.push(...(await faultOf(() => readDrain(true))));
  const packages = missingPackages(location.kind, limiter);
  return [...new Set(packages === undefined ? faults : [...faults, packages])];
}

/** The fault that a reader of a setting throws, if any. */
async function faultOf(readSetting: () => unknown): Promise<readonly string[]> {
  try {
    await readSetting();
    return [];
  } catch (error) {
    if (error instanceof InvalidSetting) return [error.message];
    throw error;
  }
}

function storeAddress({ kind, databaseUrl }: StoreLocation): unknown {
  if (kind === "postgres")
    return checkedDatabaseUrl(databaseUrl ?? missing("DATABASE_URL", "the store postgres"));
  return kind === "upstash" ? upstashAddress("the store upstash") : undefined;
}
