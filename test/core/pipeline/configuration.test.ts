import { describe, expect, it } from "vitest";
import {
  type Configuration,
  type ConfigurationOptions,
  identitySecretOf,
  readConfiguration,
} from "../../../core/configuration.ts";
import { readSettings } from "../../../core/management/settings.ts";
import { defaultRateLimits, rateLimitNames } from "../../../core/ratelimit/rate-limits.ts";
import { hashIdentity } from "../../../core/signing/identity-hash.ts";
import { createKeyring } from "../../../core/signing/keyring.ts";
import { trafficRuleNames } from "../../../core/traffic/traffic-rules.ts";

const secret = "a signing secret of at least 32 letters";
const older = "the signing secret that was used before it";
const complete: ConfigurationOptions = { baseUrl: "https://ads.example", secrets: [secret] };

function faultsOf(options: ConfigurationOptions, variables: Record<string, string> = {}): readonly string[] {
  const result = readConfiguration({
    ...options,
    env: (name) => new Map(Object.entries(variables)).get(name),
  });
  return result.ok ? [] : result.faults;
}

function read(options: ConfigurationOptions, variables: Record<string, string> = {}): Configuration {
  const result = readConfiguration({
    ...options,
    env: (name) => new Map(Object.entries(variables)).get(name),
  });
  if (!result.ok) throw new Error(result.faults.join());
  return result.configuration;
}

const identityOf = ({ keyring }: Configuration): string =>
  hashIdentity(keyring.identity, "pf", { kind: "visitor", value: "v" });
const signerOf = ({ keyring }: Configuration): number => keyring.signer.id;
const idOf = (text: string): number => createKeyring([text], text).signer.id;

describe("a configuration", () => {
  it("needs a base URL and a secret, and reports both at once with the remedy", () => {
    const faults = faultsOf({});
    expect(faults).toHaveLength(2);
    expect(faults[0]).toMatch(/HANDBILL_BASE_URL.*baseUrl/);
    expect(faults[1]).toMatch(/HANDBILL_SECRET.*secrets.*handbill secret/);
  });

  it.each<[string, ConfigurationOptions, Record<string, string>]>([
    ["HANDBILL_BASE_URL", { ...complete, baseUrl: "ads.example" }, {}],
    ["HANDBILL_BASE_URL", { ...complete, baseUrl: "" }, {}],
    ["HANDBILL_BASE_URL", { ...complete, baseUrl: "ftp://ads.example" }, {}],
    ["HANDBILL_BASE_URL", { ...complete, baseUrl: "javascript:alert(1)" }, {}],
    ["HANDBILL_SECRET", { ...complete, secrets: [] }, { HANDBILL_SECRET: secret }],
    ["HANDBILL_SECRET", { baseUrl: "https://ads.example" }, { HANDBILL_SECRET: " , ," }],
    ["HANDBILL_SECRET", { ...complete, secrets: ["x".repeat(31)] }, {}],
    ["HANDBILL_SECRET", { ...complete, secrets: [secret, "short"] }, {}],
    ["HANDBILL_SECRET", { ...complete, secrets: [secret, ""] }, {}],
    ["HANDBILL_IDENTITY_SECRET", { ...complete, identitySecret: "short" }, {}],
    ["HANDBILL_DISCLOSURE_URL", { ...complete, disclosureUrl: "/why" }, {}],
    ["HANDBILL_DISCLOSURE_URL", complete, { HANDBILL_DISCLOSURE_URL: "javascript:alert(1)" }],
    ["HANDBILL_TRUST_PROXY", { ...complete, trustProxy: -1 }, {}],
    ["HANDBILL_TRUST_PROXY", { ...complete, trustProxy: 1.5 }, {}],
    ["HANDBILL_TRUST_PROXY", { ...complete, trustProxy: 17 }, {}],
    ["HANDBILL_TRUST_PROXY", { ...complete, trustProxy: Number.NaN }, {}],
    ["HANDBILL_TRUST_PROXY", complete, { HANDBILL_TRUST_PROXY: "yes" }],
    ["HANDBILL_LIMIT_ADS_PER_KEY", complete, { HANDBILL_LIMIT_ADS_PER_KEY: "lots" }],
  ])("says that %s is wrong, and that alone (%j, %j)", (variable, options, variables) => {
    const faults = faultsOf(options, variables);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(variable);
  });

  it("reads a blank identity secret as one that is not set", () => {
    const blank = { HANDBILL_IDENTITY_SECRET: " " };
    expect(identityOf(read(complete, blank))).toBe(identityOf(read(complete)));
    expect(identitySecretOf({ secrets: [secret], env: () => " " })).toBe(secret);
  });

  it("reads every empty variable as one that is not set", () => {
    const empty = "";
    const names = [
      "HANDBILL_BASE_URL",
      "HANDBILL_SECRET",
      "HANDBILL_IDENTITY_SECRET",
      "HANDBILL_DISCLOSURE_URL",
      "HANDBILL_TRUST_PROXY",
      ...Object.values(rateLimitNames),
      ...Object.values(trafficRuleNames),
    ];
    const variables = Object.fromEntries(names.map((name) => [name, empty]));
    expect(read(complete, variables)).toMatchObject({ rateLimits: defaultRateLimits, trustProxy: 0 });
    expect(identityOf(read(complete, variables))).toBe(identityOf(read(complete)));
    expect(identitySecretOf({ secrets: [secret], env: () => empty })).toBe(secret);
    expect(faultsOf({}, variables)).toEqual(faultsOf({}));
    expect(readSettings({ ...complete, env: () => empty })).toMatchObject({
      ok: true,
      settings: { operatorTokens: [], allowLocalUrls: false, leastPriceMicros: 1 },
    });
  });

  it("reports all faults at once, and no secret", () => {
    const faults = faultsOf({
      secrets: ["hunter2"],
      identitySecret: "swordfish",
      trustProxy: -1,
      disclosureUrl: "x",
    });
    expect(faults).toHaveLength(4);
    expect(faults.join()).not.toMatch(/hunter2|swordfish/);
  });

  it("takes no page over plain http for the disclosure but on localhost, as its own words say", () => {
    expect(faultsOf({ ...complete, disclosureUrl: "http://localhost:8787/why" })).toEqual([]);
    expect(faultsOf({ ...complete, disclosureUrl: "http://ads.example/why" })).toHaveLength(1);
  });

  it("comes whole from the environment", () => {
    const configuration = read(
      {},
      {
        HANDBILL_BASE_URL: "https://ads.example/base/",
        HANDBILL_SECRET: ` ${secret} , ${older} `,
        HANDBILL_IDENTITY_SECRET: "another secret of at least 32 letters",
        HANDBILL_DISCLOSURE_URL: "https://ads.example/why",
        HANDBILL_TRUST_PROXY: "2",
        HANDBILL_LIMIT_BOT_PER_USER: "false",
      },
    );
    expect(configuration).toMatchObject({
      baseUrl: "https://ads.example/base",
      disclosureUrl: "https://ads.example/why",
      trustProxy: 2,
      rateLimits: { botPerUser: false, adsPerKey: { limit: 1_000, windowMs: 1_000 } },
    });
    expect(signerOf(configuration)).toBe(idOf(secret));
    expect(configuration.keyring.byId(idOf(older))).toHaveLength(1);
    expect(identityOf(configuration)).toBe(
      identityOf(read({ ...complete, identitySecret: "another secret of at least 32 letters" })),
    );
  });

  it("takes each option before its variable", () => {
    const options: ConfigurationOptions = {
      baseUrl: "https://option.example",
      secrets: [secret],
      identitySecret: older,
      disclosureUrl: "https://option.example/why",
      trustProxy: 0,
      rateLimits: { adsPerKey: false },
    };
    const variables = {
      HANDBILL_BASE_URL: "https://variable.example",
      HANDBILL_SECRET: older,
      HANDBILL_IDENTITY_SECRET: secret,
      HANDBILL_DISCLOSURE_URL: "https://variable.example/why",
      HANDBILL_TRUST_PROXY: "3",
      HANDBILL_LIMIT_ADS_PER_KEY: "1/1s",
    };
    const both = read(options, variables);
    const { keyring: _one, ...values } = both;
    const { keyring: _other, ...wanted } = read(options);
    expect(values).toEqual(wanted);
    expect(values).toMatchObject({
      baseUrl: "https://option.example",
      trustProxy: 0,
      rateLimits: { adsPerKey: false },
    });
    expect(signerOf(both)).toBe(idOf(secret));
    expect(identityOf(both)).toBe(identityOf(read(options)));
  });

  it("hashes identities with the last secret, so that a new one in front changes nothing", () => {
    expect(identityOf(read({ ...complete, secrets: [secret, older] }))).toBe(
      identityOf(read({ ...complete, secrets: [older] })),
    );
    expect(identityOf(read({ ...complete, secrets: [secret] }))).not.toBe(
      identityOf(read({ ...complete, secrets: [older] })),
    );
  });

  it("of several secrets hints that the identity secret is to be set, unless it is", () => {
    const hintsOf = (options: ConfigurationOptions): readonly string[] => {
      const result = readConfiguration({ ...complete, ...options });
      return result.ok ? result.hints : ["wrong"];
    };
    expect(hintsOf({ secrets: [secret] })).toEqual([]);
    expect(hintsOf({ secrets: [older, secret], identitySecret: older })).toEqual([]);
    expect(
      hintsOf({
        secrets: [older, secret],
        env: (name) => (name === "HANDBILL_IDENTITY_SECRET" ? older : undefined),
      }),
    ).toEqual([]);
    expect(hintsOf({ secrets: [older, secret] })).toEqual([
      expect.stringContaining("Set HANDBILL_IDENTITY_SECRET"),
    ]);
  });

  it.each([
    ["https://ads.example/", "https://ads.example"],
    ["https://ADS.example:443//", "https://ads.example"],
    ["http://localhost:8787/a/b/", "http://localhost:8787/a/b"],
    ["https://ads.example/?x=1#y", "https://ads.example"],
    ["https://user:word@ads.example/", "https://ads.example"],
  ])("keeps of the base URL %s the part that links begin with: %s", (given, kept) => {
    const configuration = read({ ...complete, baseUrl: given });
    expect(configuration.baseUrl).toBe(kept);
    expect(configuration.disclosureUrl).toBe(`${kept}/api/v1/pages/disclosure`);
  });
});
