import { expect, it } from "vitest";
import { createActiveSet } from "../../../core/selection/active-set.ts";
import { createAwayCampaigns } from "../../../core/selection/away-campaigns.ts";
import { campaign } from "../../conformance/fixtures.ts";

const none = new Map();

function rig() {
  let away: ReadonlySet<number> = new Set();
  const places = { count: 3, of: (id: string) => (id.startsWith("a") ? 1 : 2), away: () => away };
  const active = createActiveSet(() => {});
  const campaigns = new Map(["a1", "a2", "b1"].map((id) => [id, campaign(id)]));
  const followed = createAwayCampaigns(() => places, active);
  const changed = (touched: readonly string[], isReload = false): void => {
    followed.change({ catalog: { campaigns, creatives: none }, isReload, touched: new Set(touched) });
    followed.check({ campaigns });
  };
  const leave = (...numbers: readonly number[]): void => {
    away = new Set(numbers);
    followed.check({ campaigns });
  };
  return { campaigns, changed, leave, out: () => [...active.out.keys()].sort() };
}

it("the campaigns of a database that is away are excluded until it is back", () => {
  const { leave, out } = rig();
  leave(1);
  expect(out()).toEqual(["a1", "a2"]);
  leave(1, 2);
  expect(out()).toEqual(["a1", "a2", "b1"]);
  leave(2);
  expect(out()).toEqual(["b1"]);
  leave();
  expect(out()).toEqual([]);
});

it.each([false, true])("changes of the catalogue are followed meanwhile (reload: %s)", (isReload) => {
  const { campaigns, changed, leave, out } = rig();
  leave(1);
  campaigns.delete("a1");
  campaigns.set("a3", campaign("a3"));
  changed(["a1", "a3"], isReload);
  expect(out()).toEqual(["a2", "a3"]);
  leave();
  expect(out()).toEqual([]);
});
