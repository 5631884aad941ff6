import { readConfiguration } from "../../../core/configuration.ts";
import { splitList } from "../../../core/environment.ts";
import { environment } from "../../node/environment.ts";
import { settingsFaults } from "../settings-faults.ts";
import type { StoreLocation } from "../store-settings.ts";
import { unknownVariables } from "../unknown-variables.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

/** A random secret of 32 characters has more different ones. */
const fewCharacters = 12;

/** The configuration and the secrets, as `start` would read them. */
export async function checkSettings(
  location: StoreLocation,
  { baseUrl, production }: { readonly baseUrl?: string | undefined; readonly production: boolean },
): Promise<readonly Finding[]> {
  const faults = await settingsFaults(location, { baseUrl });
  const found = faults.map((fault) =>
    production || !/^Set HANDBILL_(?:BASE_URL|SECRET) /.test(fault)
      ? fail("configuration", "A setting is missing or wrong.", fault)
      : warn("configuration", "A setting is missing that production needs.", fault),
  );
  const unknown = unknownVariables().map((line) => {
    const [message = "", advice = ""] = line.split(": ");
    return warn("configuration", `${message}.`, advice.charAt(0).toUpperCase() + advice.slice(1));
  });
  const fine = found.length + unknown.length === 0 ? [ok("configuration", "All settings are valid.")] : [];
  return [...fine, ...found, ...unknown, ...checkSecrets(baseUrl)];
}

function checkSecrets(baseUrl: string | undefined): readonly Finding[] {
  const secrets = splitList(environment("HANDBILL_SECRET"));
  const tokens = splitList(environment("HANDBILL_OPERATOR_TOKEN"));
  const all = [...secrets, ...splitList(environment("HANDBILL_IDENTITY_SECRET")), ...tokens];
  if (all.length === 0) return [];
  const found: Finding[] = [];
  if (all.some((text) => new Set(text).size < fewCharacters)) {
    found.push(
      warn(
        "secrets",
        "A secret or a token has few different characters.",
        "Replace it by one of `handbill secret`.",
      ),
    );
  }
  if (tokens.some((token) => secrets.includes(token))) {
    const fix = "Make another token with `handbill secret`, and set it as HANDBILL_OPERATOR_TOKEN.";
    found.push(fail("secrets", "An operator token is also a signing secret.", fix));
  }
  const read = readConfiguration({ baseUrl, env: environment });
  for (const hint of read.ok ? read.hints : []) {
    found.push(warn("secrets", "Changing the secrets would restart frequency caps.", hint));
  }
  return found.length === 0 ? [ok("secrets", "The secrets look random.")] : found;
}
