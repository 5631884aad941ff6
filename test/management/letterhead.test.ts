import { describe, expect, it } from "vitest";
import { readSettings, type SettingsOptions } from "../../core/management/settings.ts";
import { baseUrl, secret } from "./installation.ts";

function read(
  installation: SettingsOptions["installation"],
  variables: Readonly<Record<string, string>> = {},
) {
  const env = new Map(Object.entries(variables));
  return readSettings({ baseUrl, secrets: [secret], installation, env: (name) => env.get(name) });
}

describe("the head of printed statements", () => {
  it.each([
    ["unset", undefined, {}, { name: undefined, address: undefined }],
    [
      "options",
      { name: " Ads ", address: "1 Road\r\n\n Town " },
      {},
      { name: "Ads", address: "1 Road\nTown" },
    ],
    ["\\n in the variable", {}, { HANDBILL_ADDRESS: "1 Road\\nTown" }, { address: "1 Road\nTown" }],
    ["commas in the variable", {}, { HANDBILL_ADDRESS: "1 Road, Town" }, { address: "1 Road\nTown" }],
    ["commas in the option", { address: "1 Road, Town" }, {}, { address: "1 Road, Town" }],
    [
      "both",
      { name: "Mine" },
      { HANDBILL_NAME: "Other", HANDBILL_ADDRESS: "A" },
      { name: "Mine", address: "A" },
    ],
    ["white space", { name: " ", address: "\n" }, {}, { name: undefined, address: undefined }],
    ["the longest", { name: "n".repeat(200), address: "a\n".repeat(10) }, {}, { name: "n".repeat(200) }],
  ])("is read from %s", (_what, options, variables, expected) => {
    expect(read(options, variables)).toMatchObject({ ok: true, settings: { installation: expected } });
  });

  it.each([
    ["HANDBILL_NAME", { name: "n".repeat(201) }],
    ["HANDBILL_NAME", { name: "a\0b" }],
    ["HANDBILL_ADDRESS", { address: "a".repeat(501) }],
    ["HANDBILL_ADDRESS", { address: "a\n".repeat(11) }],
  ])("has limits: %s %j", (name, options) => {
    expect(read(options)).toEqual({ ok: false, faults: [expect.stringContaining(`${name} (option`)] });
  });
});
