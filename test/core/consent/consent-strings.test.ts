import { describe, expect, it } from "vitest";
import { readConsentStrings } from "../../../runtimes/consent-strings.ts";
import { gppString, hugeGppHeader, hugeTcString, purposeList, tcString } from "./strings.ts";

const eu = (...purposes: readonly number[]) => ({
  CmpId: 31,
  PurposeConsents: purposeList(...purposes),
  VendorConsents: [3, 755, 1_200],
});
const canada = (field: string) => ({ CmpId: 31, [field]: purposeList(1), VendorExpressConsent: [3, 755] });

describe("a TC string", () => {
  it.each([
    [[1, 2, 3, 4], true],
    [[1], true],
    [[2, 3, 4], false],
    [[], false],
  ] as const)("that consents to the purposes %j allows storage: %s", async (purposes, allowed) => {
    expect(await readConsentStrings({ tcf: tcString(purposes) })).toBe(allowed);
  });
  it.each(["", "no string", "C", "C".repeat(33), "💥", "~", "B".repeat(40), tcString([1]).slice(0, 20)])(
    "that cannot be read does not: %j",
    async (tcf) => {
      expect(await readConsentStrings({ tcf })).toBe(false);
    },
  );
});

describe("a GPP string", () => {
  it.each([
    ["no section", {}, true],
    ["consent to storage in the EU", { tcfeuv2: eu(1, 3) }, true],
    ["no consent to storage in the EU", { tcfeuv2: eu(2, 3) }, false],
    ["express consent in Canada", { tcfcav1: canada("PurposesExpressConsent") }, true],
    ["implied consent in Canada", { tcfcav1: canada("PurposesImpliedConsent") }, true],
    ["no consent in Canada", { tcfcav1: { CmpId: 31 } }, false],
    ["no opt-out in the US", { usnat: { SaleOptOut: 2, SharingOptOut: 2, Gpc: false } }, true],
    ["an opt-out of sale in the US", { usnat: { SaleOptOut: 1 } }, false],
    ["an opt-out of targeted advertising in Colorado", { usco: { TargetedAdvertisingOptOut: 1 } }, false],
    ["Global Privacy Control in California", { usca: { Gpc: true } }, false],
    ["an opt-out in the old US string", { uspv1: { Notice: "Y", OptOutSale: "Y" } }, false],
    ["no opt-out in the old US string", { uspv1: { Notice: "Y", OptOutSale: "N" } }, true],
    ["consent in the EU and an opt-out in the US", { tcfeuv2: eu(1), usnat: { SharingOptOut: 1 } }, false],
  ] as const)("with %s", async (_name, fields, allowed) => {
    expect(await readConsentStrings({ gpp: gppString(fields) })).toBe(allowed);
  });
  it.each(["", "x", "DBABMA", "DBABMA~", "~", "💥", tcString([1]), `DBABMA~${"A".repeat(4_000)}`])(
    "that cannot be read does not allow storage: %j",
    async (gpp) => {
      expect(await readConsentStrings({ gpp })).toBe(false);
    },
  );
});

describe("strings that would take seconds to decode", () => {
  it("are read in bounded time, by what they say of storage", async () => {
    expect(hugeTcString().length).toBeLessThan(4_096);
    expect(await readConsentStrings({ tcf: hugeTcString() })).toBe(true);
    expect(await readConsentStrings({ gpp: `DBABMA~${hugeTcString()}` })).toBe(true);
    expect(await readConsentStrings({ gpp: hugeGppHeader() })).toBe(false);
  });
});

it("both strings have to allow storage", async () => {
  const [yes, no] = [tcString([1]), tcString([2])];
  const gpp = gppString({ tcfeuv2: eu(1) });
  expect(await readConsentStrings({ tcf: yes, gpp })).toBe(true);
  expect(await readConsentStrings({ tcf: no, gpp })).toBe(false);
  expect(await readConsentStrings({ tcf: yes, gpp: gppString({ tcfeuv2: eu(2) }) })).toBe(false);
});
