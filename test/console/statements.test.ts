import { beforeEach, expect, it } from "vitest";
import { createDeliveryId } from "../../core/signing/delivery-id.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { choice, order, press } from "../conformance/fixtures.ts";
import { type Installation, install, operatorToken } from "../management/installation.ts";
import { plantStatement } from "./plant-statement.ts";
import { signedIn, type Visitor, visitor } from "./visitor.ts";

const october = Date.parse("2026-10-15T12:00:00Z");
const november = Date.parse("2026-11-05T12:00:00Z");

let now: number;
let place: Installation;

beforeEach(async () => {
  now = october;
  const installation = { name: "Ads & Co", address: "1 <b>Road</b>\nTown" };
  place = await install({ clock: () => now, console: createConsole(), installation });
});

/** A charge, of which 70 % are the publisher's. */
async function charge(advertiser: string, priceMicros = 3_000): Promise<void> {
  const id = createDeliveryId(now, systemRandom);
  const wish = choice("wheels-bikes", priceMicros, { advertiser, publisherMicros: priceMicros * 0.7 });
  await place.store.issue([order(id, [wish], { publisherId: "north", platformId: "pf_north" })]);
  await place.store.record([press(id)]);
}

/** The operator in November. */
async function operator(): Promise<Visitor> {
  now = november;
  return signedIn(place.management, operatorToken);
}

const month = { period: "2026-10", timeZone: "UTC" };

it("the operator closes a month for all accounts, and each party reads its own side", async () => {
  await charge("Wheels");
  const one = await operator();
  const closed = await one.send("statements", { ...month, account: "" });
  expect([closed.status, closed.text]).toEqual([200, expect.stringContaining("Closed: 2")]);
  expect(closed.text).toContain('href="statements/1-publisher%3Anorth"');
  expect((await one.send("statements", { ...month, account: "" })).text).toContain("Closed before: 2");
  expect((await one.read("statements?of=publisher%3Anorth")).text).toMatch(/2026-10<\/a>.*0\.003.*0\.0021/s);
  const whole = (await one.read("statements/1-publisher%3Anorth")).text;
  expect(whole).toMatch(/Net spend \(USD\).*Net earnings \(USD\).*Operator&#39;s share \(USD\)/s);

  const north = await signedIn(place.management, place.keys.north);
  const own = (await north.read("statements")).text;
  expect(own).toMatch(/2026-10<\/a>.*0\.0021/s);
  expect(own).not.toMatch(/0\.003|Net spend|Close a month/);
  const wheels = visitor(place.management, { headers: { "x-host-user": "wheels" } });
  const paid = (await wheels.read("statements/1-advertiser%3AWheels")).text;
  expect(paid).toMatch(/wheels-bikes.*0\.003/s);
  expect(paid).not.toMatch(/0\.0021|earnings|by operator/);
  expect((await north.send("statements", month)).status).toBe(403);
  expect((await north.read("statements/1-advertiser%3AWheels")).status).toBe(404);
});

it("the operator closes a month of one account", async () => {
  await charge("Wheels");
  const one = await operator();
  const closed = await one.send("statements", { ...month, account: "publisher:north" });
  expect(closed.text).toContain("Closed: 1");
  const early = await one.send("statements", { ...month, period: "2026-11", account: "publisher:north" });
  expect(early.text).toMatch(/Refused: 1.*Close 2026-11 from 2026-12-01/s);
});

it("a wrong month, zone or account is named at its field, and keeps what was typed", async () => {
  const one = await operator();
  for (const [sent, field] of [
    [{ ...month, period: "October" }, "period"],
    [{ ...month, timeZone: "Mars/Phobos" }, "timeZone"],
    [{ ...month, account: "north" }, "account"],
  ] as const) {
    const { status, text } = await one.send("statements", sent);
    expect([status, text], field).toEqual([400, expect.stringContaining(`href="#field-${field}"`)]);
    expect(text).toContain(Object.entries(sent).find(([name]) => name === field)?.[1]);
  }
});

it("more accounts than one request closes are continued by a button", async () => {
  for (let n = 0; n < 505; n += 1) {
    await charge(`Advertiser ${String(n).padStart(3, "0")}`, 1_000);
  }
  const one = await operator();
  const first = await one.send("statements", month);
  expect(first.text).toContain("Closed: 500");
  const after = /name="after" value="([^"]+)"/.exec(first.text)?.[1];
  expect(after).toBe("advertiser:Advertiser 499");
  const second = await one.send("statements", { ...month, after });
  expect(second.text).toContain("Closed: 6");
  expect(second.text).not.toContain(">Continue<");
});

it("a limit in the middle of a month shows what is closed, and continues", async () => {
  for (let n = 0; n < 60; n += 1) await charge(`Advertiser ${String(n).padStart(2, "0")}`);
  const limited = await install({
    store: place.store,
    clock: () => now,
    console: createConsole(),
    managementLimits: { writesPerPrincipal: { limit: 1, windowMs: 60_000 } },
  });
  now = november;
  const one = await signedIn(limited.management, operatorToken);
  const { status, text } = await one.send("statements", month);
  expect([status, text]).toEqual([200, expect.stringContaining("Closed: 50")]);
  expect(text).toMatch(/name="after" value="advertiser:Advertiser 49".*>Continue</s);
});

it("the printable page names the installation, and has the account's side of the money only", async () => {
  const name = 'North <script>"';
  await plantStatement(place.store, { account: "publisher:north", name, ids: ["pf_north", "pf_<i>"] });
  await plantStatement(place.store, { account: "advertiser:Wheels", name: "Wheels", ids: ["wheels-bikes"] });
  const one = await operator();
  const { status, headers, text } = await one.read("statements/1-publisher%3Anorth/print");
  expect([status, headers.get("content-security-policy")]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
  expect(text).toContain("<p>Ads &amp; Co</p><address>1 &lt;b&gt;Road&lt;/b&gt;\nTown</address>");
  expect(text).toContain("North &lt;script&gt;");
  expect(text).toContain("2026-10-01 to 2026-10-31, days of Europe/Berlin");
  expect(text).toMatch(/Earlier months.*Total/s);
  expect(text).not.toMatch(/<script|<nav|<i>| style=|Net spend|Charged \(|Operator|by operator/);
  const north = await signedIn(place.management, place.keys.north);
  expect((await north.read("statements/1-publisher%3Anorth/print")).text).toBe(text);
  const paid = (await one.read("statements/1-advertiser%3AWheels/print")).text;
  expect(paid).toMatch(/Charged \(USD\).*Adjusted \(USD\).*Net spend \(USD\)/s);
  expect(paid).not.toMatch(/Share of|earnings|Operator/);
});

it("the table is a file", async () => {
  await plantStatement(place.store, { account: "publisher:north", name: "North", ids: ["pf_north"] });
  const answer = await (await operator()).read("statements/1-publisher%3Anorth/csv");
  expect(answer.headers.get("content-type")).toContain("text/csv");
  expect(answer.text).toMatch(/^kind,id,seen,charges/);
});
