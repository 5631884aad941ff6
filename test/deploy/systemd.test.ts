import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "../setup/postgres-server.ts";
import { bootMachine, type Machine } from "../setup/systemd-machine.ts";
import { busyCatalog } from "./busy-shop.ts";
import { type Installed, packAndInstallWithDrivers } from "./installed.ts";
import {
  confirmFirstView,
  expectAnAd,
  expectBilledView,
  firstCommands,
  handbillOn,
  keyIn,
  openShopFor,
  type Production,
  recipes,
  serverSettings,
  startProduction,
} from "./production.ts";

const slow = 120_000;
const cli = "/usr/bin/node /opt/handbill/node_modules/handbill/dist/runtimes/cli/main.js";

let installed: Installed;
let machine: Machine | undefined;
let production: Production | undefined;

beforeAll(async () => {
  installed = await packAndInstallWithDrivers();
}, 240_000);
afterEach(async () => {
  await machine?.stop();
  await production?.server.stop();
  [machine, production] = [undefined, undefined];
});
afterAll(() => installed?.remove());

/** Steps 1 and 2 of the road: the package, the user, the units, and environment files that are root's, filled in. */
async function install(
  road: "systemd" | "sqlite",
  scripts: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Machine> {
  const booted = await bootMachine([
    [process.execPath, "/usr/bin/node"],
    [installed.project, "/mnt"],
    [recipes, "/srv"],
  ]);
  machine = booted;
  await booted.run(`
    test "$(cat /proc/1/comm)" = systemd
    useradd --system handbill
    mkdir /opt/handbill && cp -r /mnt/. ${scripts.map((name) => `/srv/${name}`).join(" ")} /opt/handbill
    install -d -m 0700 /etc/handbill && install -m 0600 /srv/${road}/*.env /etc/handbill
    cp /srv/${road}/*.service /srv/${road}/*.timer /etc/systemd/system`);
  for (const [name, value] of Object.entries(settings)) {
    await booted.run(`sed -i 's|^${name}=.*|${name}=${value}|' /etc/handbill/handbill.env`);
  }
  return booted;
}

/** A property of a systemd unit. */
async function show(property: string, unit = "handbill.service"): Promise<string> {
  return ((await machine?.run(`systemctl show --value --property=${property} ${unit}`)) ?? "").trim();
}

/** Waits until the server that systemd has started anew is ready. */
async function expectReady(url: string): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
}

/** An ordinary user without any right or a way to one, who may read the installation and not its secrets. */
async function expectFewRights(on: Machine): Promise<void> {
  const pid = await show("MainPID");
  const status = await on.run(`cat /proc/${pid}/status`);
  expect(status).toMatch(/^CapBnd:\t0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  expect(status).toMatch(/^Seccomp:\t2$/m);
  expect(await on.run(`ps -o user= -p ${pid}`)).toBe("handbill\n");
  await expect(on.run("runuser -u handbill -- cat /etc/handbill/handbill.env")).rejects.toThrow("denied");
  await expect(on.run(`nsenter --target ${pid} --mount touch /opt/handbill/x`)).rejects.toThrow("Read-only");
}

/** Killed, it is back; stopped, it ends in order, and stays away. */
async function expectKept(on: Machine, url: string, apiKey: string): Promise<void> {
  const killed = await show("MainPID");
  await on.run("systemctl kill --signal=KILL --kill-whom=main handbill.service");
  await expect.poll(() => show("NRestarts"), { timeout: 30_000 }).toBe("1");
  await expectReady(url);
  expect(await show("MainPID")).not.toBe(killed);
  await expectAnAd(url, apiKey);
  await on.run("systemctl stop handbill.service");
  expect([await show("Result"), await show("ExecMainStatus")]).toEqual(["success", "0"]);
  expect(await show("RestartPreventExitStatus")).toBe("2");
  await expect(fetch(url)).rejects.toThrow();
}

/** Faulty settings end the server at once, and systemd does not start it again. Later settings are correct. */
async function expectGivenUp(on: Machine): Promise<void> {
  await on.run(`
    cp /etc/handbill/handbill.env /etc/handbill/correct.env
    sed -i 's|^HANDBILL_SECRET=.*|HANDBILL_SECRET=short|' /etc/handbill/handbill.env
    systemctl start handbill.service`);
  await expect.poll(() => show("ExecMainStatus"), { timeout: 30_000 }).toBe("2");
  await expect.poll(() => show("ActiveState"), { timeout: 30_000 }).toBe("failed");
  expect(await show("NRestarts")).toBe("0");
  await on.run("mv /etc/handbill/correct.env /etc/handbill/handbill.env");
}

/** More starts than systemd allows in ten seconds where a unit sets no other limit (systemd.unit(5), StartLimitBurst=). */
const manyStarts = 6;

/** Waits until systemd has restarted the server this many times in vain, or more. */
async function expectManyStarts(...before: readonly string[]): Promise<void> {
  for (const unit of ["handbill.service", ...before])
    expect([unit, await show("StartLimitIntervalUSec", unit)]).toEqual([unit, "0"]);
  await expect
    .poll(async () => Number(await show("NRestarts")), { timeout: slow })
    .toBeGreaterThanOrEqual(manyStarts);
}

/** The recipe of the first road on PostgreSQL, with a shop, as far as `systemctl enable`. */
async function installOnPostgres(scripts: readonly string[]): Promise<{
  readonly on: Machine;
  readonly database: Production;
  readonly url: string;
  readonly apiKey: string;
  readonly firstKey: string;
}> {
  const database = await startProduction(15);
  production = database;
  const port = await freePort();
  const settings = { ...serverSettings, PORT: String(port), DATABASE_URL: database.urlFor("app") };
  const on = await install("systemd", ["postgres/grants.mjs", ...scripts], settings);
  await on.run(`
    sed -i 's|^DATABASE_URL=.*|DATABASE_URL=${database.urlFor("owner")}|' /etc/handbill/migrate.env
    systemctl start handbill-migrate.service`);
  await database.psql(await on.run("node /opt/handbill/grants.mjs"), database.urlFor("owner"));
  const firstKey = keyIn(await on.run(`cd /opt/handbill\n${firstCommands(handbillOn("systemd"))}`));
  return { on, database, url: `http://127.0.0.1:${port}`, apiKey: await openShopFor(database), firstKey };
}

test("with PostgreSQL: migrates as the owner, serves with few rights, comes back when killed, is backed up and ends in order", {
  timeout: slow,
}, async () => {
  const { on, database, url, apiKey, firstKey } = await installOnPostgres(["postgres/backup.sh"]);
  await on.run(
    `sed -i 's|^Environment=.*|Environment=BACKUP_URL=${database.urlFor("backup")}|' /etc/systemd/system/handbill-backup.service`,
  );

  await on.run("systemctl enable --now handbill.service handbill-backup.timer");
  await expectReady(url);
  await expectAnAd(url, apiKey);
  await expectBilledView(database, url, firstKey);
  await expectFewRights(on);
  expect(await on.run(`tr '\\0' '\\n' < /proc/${await show("MainPID")}/environ`)).not.toContain("_owner");

  expect(await on.run("systemctl list-timers")).toContain("handbill-backup.service");
  await on.run("systemctl start handbill-backup.service");
  expect(await on.run("stat --format='%U %a' /var/lib/handbill/*.dump")).toBe("handbill 600\n");
  await expectKept(on, url, apiKey);
});

test("with PostgreSQL away while the server dies, and while the machine boots: is back once the database is", {
  timeout: 4 * slow,
}, async () => {
  const { on, database, url, apiKey } = await installOnPostgres([]);
  await on.run("systemctl enable --now handbill.service");
  await expectReady(url);

  const migration = () => show("InvocationID", "handbill-migrate.service");
  const migrated = await migration();
  await database.server.kill9();
  await on.run("systemctl kill --signal=KILL --kill-whom=main handbill.service");
  await expectManyStarts("handbill-migrate.service");
  expect(await migration()).not.toBe(migrated);
  await database.server.restart();
  await expectReady(url);
  await expectAnAd(url, apiKey);

  // This machine boots to basic.target: not everything that multi-user.target wants is of this test.
  await on.run("systemctl add-wants basic.target handbill.service");
  await database.server.kill9();
  await on.reboot();
  await expectManyStarts();
  await database.server.restart();
  await expectReady(url);
  await expectAnAd(url, apiKey);
  expect(await show("ActiveState")).toBe("active");
});

test("with SQLite: serves with few rights, comes back when killed, is backed up, restored, ends in order, is not restarted with faulty settings, and waits for its file", {
  timeout: 2 * slow,
}, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...serverSettings, PORT: String(port) };
  const on = await install("sqlite", ["sqlite/backup.mjs", "sqlite/restore.mjs"], settings);
  await on.run("systemctl enable --now handbill.service handbill-backup.timer");
  await expectReady(url);

  // The server has to be stopped for commands on its file.
  await writeFile(join(installed.project, "catalog.json"), JSON.stringify(busyCatalog()));
  const command = (line: string): Promise<string> =>
    on.run(`runuser -u handbill -- ${cli} ${line} --store sqlite:/var/lib/handbill/handbill.db`);
  await expect(command("key list")).rejects.toThrow("is in use by process");
  await on.run("systemctl stop handbill.service");
  await command("apply /mnt/catalog.json");
  const apiKey = keyIn(await command("key create --publisher busy"));
  const file = "export HANDBILL_STORE=sqlite:/var/lib/handbill/handbill.db";
  const firstKey = keyIn(await on.run(`cd /opt/handbill\n${file}\n${firstCommands(handbillOn("SQLite"))}`));
  await on.run("systemctl start handbill.service");
  await expectReady(url);
  await expectAnAd(url, apiKey);
  await confirmFirstView(url, firstKey);
  await expectFewRights(on);

  expect(await on.run("systemctl list-timers")).toContain("handbill-backup.service");
  await on.run("systemctl start handbill-backup.service");
  expect(await on.run("stat --format='%U %a' /var/lib/handbill/backups/*.db")).toBe("handbill 600\n");
  await expectKept(on, url, apiKey);

  await expectGivenUp(on);
  await on.run(`
    cd /var/lib/handbill && mkdir before && mv handbill.db* before
    runuser -u handbill -- /usr/bin/node /opt/handbill/restore.mjs backups/*.db handbill.db
    systemctl start handbill.service`);
  await expectReady(url);
  await expectAnAd(url, apiKey);

  // Another process holds the file, for longer than systemd lets a unit fail by default.
  const other = await freePort();
  await on.run(`
    systemctl stop handbill.service
    systemd-run --quiet --unit=other --uid=handbill --property=EnvironmentFile=/etc/handbill/handbill.env \\
      /usr/bin/env PORT=${other} ${cli} start --store sqlite:/var/lib/handbill/handbill.db`);
  await expectReady(`http://127.0.0.1:${other}`);
  await on.run("systemctl start handbill.service");
  await expectManyStarts();
  await on.run("systemctl stop other.service");
  await expectReady(url);
  await expectAnAd(url, apiKey);
});
