import { beforeEach, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { choice, order, press } from "../conformance/fixtures.ts";
import { recentTraffic } from "../core/management/quality-traffic.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { signedIn, type Visitor, visitor } from "./visitor.ts";

let place: Installation;
let operator: Visitor;
let ids: string[];

beforeEach(async () => {
  let ahead = 0;
  place = await install({ console: createConsole(), clock: () => Date.now() + ahead });
  operator = await signedIn(place.management, operatorToken);
  ids = [];
  for (const publisherId of ["north", "north", "south"]) {
    const id = createDeliveryId(Date.now(), systemRandom);
    const wish = choice("wheels-bikes", 3_000, { advertiser: "Wheels", publisherMicros: 2_100 });
    await place.store.issue([order(id, [wish], { publisherId, platformId: `pf_${publisherId}` })]);
    await place.store.record([press(id)]);
    ids.push(id);
  }
  // A write-off is of charges before now.
  ahead = 1_000;
  await operator.read("");
});

/** The hidden fields of the form that confirms. */
function hidden(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      .map(([, name = "", value = ""]): [string, string] => [name, value])
      .filter(([name]) => name !== "token"),
  );
}

it("a write-off leads from a form over its effect to the adjustments, and is made once", async () => {
  await operator.read("adjustments/new?platformIds=pf_north");
  const fields = { platformIds: "pf_north", reason: "Views of <a bot>", do: "plan" };
  const plan = await operator.send("adjustments/new", fields);
  expect(plan.status).toBe(200);
  expect(plan.text).toContain("Write off USD\u00a00.006");
  expect(plan.text).toContain("Nothing is changed yet");
  expect((await place.store.readSpend(["wheels-bikes"]))[0]?.spentMicros).toBe(9_000);
  const confirmed = { ...hidden(plan.text), reason: fields.reason, do: "run" };
  for (const [answer, before] of [
    [await operator.send("adjustments/new", confirmed), false],
    [await operator.send("adjustments/new", confirmed), true],
  ] as const) {
    expect(answer.text).toContain("Done.");
    expect(answer.text.includes("Made before")).toBe(before);
    expect((await place.store.readSpend(["wheels-bikes"]))[0]?.spentMicros).toBe(3_000);
  }
  const listed = await operator.read("adjustments");
  expect(listed.text).toContain("Views of &lt;a bot&gt;");
  expect(listed.text).toContain(`deliveries/${ids[0]}`);
  const campaign = await operator.read("campaigns/wheels-bikes");
  expect(campaign.text).toContain("0.003 spent, 0.009 used, 0.000 held");
});

it("the objects of a write-off are chosen by name, several of each, and archived ones too", async () => {
  await place.call("operator", "DELETE", "/campaigns/roaster-coffee", { headers: { "if-match": "*" } });
  const { text } = await operator.read("adjustments/new?platformIds=pf_north,gone");
  expect(text).toMatch(/name="platformIds" value="pf_north" checked> North&#39;s shop/);
  expect(text).toMatch(/name="platformIds" value="pf_south"> South&#39;s blog/);
  expect(text).toMatch(/name="platformIds" value="gone" checked> gone/);
  expect(text).toContain('value="roaster-coffee"> Coffee (roaster-coffee), archived');
  const chosen = { publisherIds: ["north", "south"], reason: "Views of a bot", do: "plan" };
  const plan = await operator.send("adjustments/new", chosen);
  expect(plan.text).toContain("Write off USD\u00a00.009");
  expect(plan.text.match(/type="hidden" name="publisherIds"/g)).toHaveLength(2);
  // With more objects than the form shows there is a search.
  const campaigns = Array.from({ length: 60 }, (_, n) => ({
    id: `c${n}`,
    advertiser: "Roaster",
    name: `Tea ${n}`,
    priceMicros: 0,
  }));
  await place.call("operator", "POST", "/catalog/apply", { body: { catalog: { campaigns } } });
  const found = await operator.send("adjustments/new", {
    "find campaignIds": "Tea 59",
    campaignIds: "wheels-bikes",
    reason: "Kept",
    do: "plan",
  });
  expect(found.text).toMatch(/value="wheels-bikes" checked[\s\S]*value="c59"> Tea 59/);
  expect(found.text).toContain('value="Kept"');
  expect(found.text).not.toContain("Nothing is changed yet");
});

it("each role sees its own side of the adjustments, and only the operator writes off", async () => {
  await place.call("operator", "POST", "/adjustments", { body: { deliveryIds: ids, reason: "A bot" } });
  const north = await signedIn(place.management, place.keys.north);
  const publishers = await north.read("adjustments");
  expect(publishers.text).toContain("0.0021");
  expect(publishers.text).not.toMatch(/0\.003|wheels-bikes|pf_south|Actor|Write off/);
  const wheels = visitor(place.management, { headers: { "x-host-user": "wheels" } });
  const advertisers = await wheels.read("adjustments");
  expect(advertisers.text).toContain("0.003");
  expect(advertisers.text).not.toMatch(/0\.0021|pf_north|Actor|Write off/);
  for (const who of [north, wheels]) {
    expect((await who.read("adjustments/new")).status).toBe(403);
    await who.read("adjustments");
  }
  expect((await north.send("adjustments/new", { platformIds: "pf_north", do: "run" })).status).toBe(403);
});

it("a form says what is wrong with it, and keeps what was typed", async () => {
  await operator.read("adjustments/new");
  for (const [fields, message] of [
    [{ reason: "A bot" }, "Select charges by from"],
    [{ platformIds: "pf_north", do: "run" }, "Say why, for the parties."],
    [{ deliveryIds: "short", reason: "A bot" }, "Send the 22 characters"],
    [{ deliveryIds: ids[0] ?? "", micros: "5", reason: "A bot" }, "Send at most 3000"],
    [{ from: "2026-02-31T", reason: "A bot" }, "Write an existing instant"],
  ] as const) {
    const answer = await operator.send("adjustments/new", { do: "plan", ...fields });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    for (const typed of Object.values(fields).slice(0, 1)) expect(answer.text).toContain(typed);
  }
  expect((await operator.read("adjustments?from=x")).status).toBe(400);
});

it("a delivery and a line of the quality report lead to the form", async () => {
  const [id = ""] = ids;
  const delivery = await operator.read(`deliveries/${id}`);
  expect(delivery.text).toContain(`adjustments/new?deliveryIds=${id}`);
  expect(delivery.text).toContain("<dt>API key</dt>");
  expect(delivery.text).toContain("<dt>Adjusted earnings</dt>");
  expect(delivery.text).toMatch(
    /<dt>Platform<\/dt><dd><a href="[^"]*platforms\/pf_north" title="pf_north">[^<]+<\/a>/,
  );
  await place.store.addCounts(
    recentTraffic({ publisherId: "north", platformId: "pf_north", apiKeyId: "k1" }),
  );
  const quality = await operator.read("quality?timeZone=Europe/Berlin");
  const [, link = ""] = /href="[^"]*(adjustments\/new\?[^"]+)"/.exec(quality.text) ?? [];
  const query = new URLSearchParams(link.replaceAll("&amp;", "&").split("?")[1]);
  expect([query.get("platformIds"), query.get("apiKeyIds"), query.has("to")]).toEqual([
    "pf_north",
    "k1",
    false,
  ]);
  const form = await operator.read(link.replaceAll("&amp;", "&"));
  expect(form.text).toContain('value="pf_north"');
  expect(form.text).toMatch(/name="from" value="\d{4}-\d\d-\d\dT2[23]:00"/);
  const north = await signedIn(place.management, place.keys.north);
  expect((await north.read("quality")).text).not.toContain("Write off");
});

it("a report has a column of adjustments where there are any", async () => {
  expect((await operator.read("reports")).text).not.toContain("Adjusted");
  await place.call("operator", "POST", "/adjustments", { body: { deliveryIds: ids, reason: "A bot" } });
  const report = await operator.read("reports");
  expect(report.text).toContain("Adjusted earnings");
  expect(report.text).toContain("0.009");
});
