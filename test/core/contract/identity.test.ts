import { describe, expect, it } from "vitest";
import { chooseIdentity } from "../../../core/contract/identity.ts";

const visitor_id = "visitor-0123456789";
const stable_user_id = "user-7";

describe("the identity of a request (contract.md §5)", () => {
  it("of a browser is its visitor_id", () => {
    expect(chooseIdentity({ visitor_id }, true)).toEqual({
      ok: true,
      identity: { kind: "visitor", value: visitor_id },
    });
  });

  it("of a server is visitor_id or stable_user_id, and which of them it was stays known", () => {
    expect(chooseIdentity({ visitor_id }, false)).toEqual({
      ok: true,
      identity: { kind: "visitor", value: visitor_id },
    });
    expect(chooseIdentity({ stable_user_id }, false)).toEqual({
      ok: true,
      identity: { kind: "stable", value: stable_user_id },
    });
  });

  it.each([
    ["a browser sends none", {}, true, "visitor_id"],
    ["a server sends none", {}, false, "visitor_id"],
    ["a browser sends stable_user_id", { stable_user_id }, true, "stable_user_id"],
    ["a browser sends both", { visitor_id, stable_user_id }, true, "stable_user_id"],
    ["a server sends both", { visitor_id, stable_user_id }, false, "stable_user_id"],
  ])("is refused, with the field to change, when %s", (_name, fields, fromBrowser, path) => {
    const choice = chooseIdentity(fields, fromBrowser);
    expect(choice).toMatchObject({ ok: false, path });
    expect(JSON.stringify(choice)).not.toContain(visitor_id);
    expect(JSON.stringify(choice)).not.toContain(stable_user_id);
  });
});
