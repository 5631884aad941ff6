import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { planMigrations } from "../../adapters/sqlite/migrate.ts";
import { migrations } from "../../adapters/sqlite/migrations.ts";
import { StoreUnavailable } from "../../adapters/sqlite/mod.ts";
import { campaign, deliveryIdAt, order } from "../conformance/fixtures.ts";
import { serverUser } from "../setup/postgres-binaries.ts";
import { issueAll, storeCampaigns } from "../setup/store-campaigns.ts";
import { cleanUp, newFile, open } from "./temporary.ts";

afterEach(cleanUp);

/** The message of a refusal, after which the file is byte for byte what it was. */
async function refusal(file: string): Promise<string> {
  const before = readFileSync(file);
  let message = "";
  try {
    await open(file).ready();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreUnavailable);
    message = error instanceof Error ? error.message : "";
  }
  expect(readFileSync(file).equals(before), "the file is unchanged").toBe(true);
  return message;
}

/** A file that a store has made. */
async function create(file: string): Promise<void> {
  const store = open(file);
  await store.ready();
  await store.close();
}

test("a new file is for its owner's eyes only", async () => {
  const file = newFile();
  await open(file).ready();
  for (const end of ["", "-wal", "-shm"]) expect(statSync(file + end).mode & 0o777).toBe(0o600);
});

test("a file of a newer release is refused, and stays as it is", async () => {
  const file = newFile();
  await create(file);
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  db.close();
  expect(await refusal(file)).toContain(
    `was written by a newer release of Handbill (schema ${migrations.length + 1}, this one knows ${migrations.length})`,
  );
});

test.each(["HAND", "HBDB"])(
  "a file of a development version before 0.1.0 (%s) is refused with the remedy, and stays as it is",
  async (format) => {
    const file = newFile();
    const db = new DatabaseSync(file);
    const id = Buffer.from(format).readUInt32BE();
    db.exec(`PRAGMA application_id = ${id}; PRAGMA user_version = 1; CREATE TABLE campaigns (id TEXT)`);
    db.exec("INSERT INTO campaigns VALUES ('c')");
    db.close();
    const message = await refusal(file);
    expect(message).toContain("was written by a development version of Handbill before 0.1.0");
    expect(message).toMatch(/Export its catalogue with that version .*name another file.*`handbill apply`/);
    expect(() => planMigrations(file)).toThrow(message);
  },
);

test("the database of another program is refused, and stays as it is", async () => {
  const file = newFile();
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')");
  db.close();
  expect(await refusal(file)).toContain("is an SQLite database of another program");
});

test("a file that is no database is refused, and stays as it is", async () => {
  const file = newFile();
  writeFileSync(file, "My notes, and no database at all.\n".repeat(100));
  expect(await refusal(file)).toContain(
    `${file} is no SQLite database, or its beginning is damaged: stop the server`,
  );
});

test("a damaged file is refused or answers with an outage that names the remedy, and never with wrong figures", async () => {
  const file = newFile();
  const store = open(file);
  await storeCampaigns(store, campaign("a"));
  const ids = Array.from({ length: 300 }, (_, n) => deliveryIdAt(0, n));
  await issueAll(
    store,
    ids.map((id) => order(id, ["a"])),
  );
  await store.close();
  const bytes = readFileSync(file);
  // All pages but the first, which says what the others are.
  bytes.fill(0xa5, 4_096);
  writeFileSync(file, bytes);
  expect(await refusal(file)).toContain(`${file} is damaged: stop the server, keep the file`);
  truncateSync(file, 4_096);
  await expect(open(file).ready()).rejects.toThrow(StoreUnavailable);
});

test("a folder that is not there is named, and one that is given for a file gets nothing beside it", async () => {
  const file = join(dirname(newFile()), "missing", "handbill.db");
  await expect(open(file).ready()).rejects.toThrow(
    /Make the folder of .*missing.*, and let this user read and write both/,
  );
  expect(existsSync(dirname(file))).toBe(false);
  mkdirSync(file, { recursive: true });
  await expect(open(file).ready()).rejects.toThrow(StoreUnavailable);
  await expect(open(file).ready()).rejects.toThrow(
    `${file} is a folder: name a file in it, like ${join(file, "handbill.db")}.`,
  );
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test("a database in memory is refused, and no file has its name", () => {
  expect(() => open(":memory:")).toThrow("createMemoryStore");
  expect(existsSync(":memory:")).toBe(false);
});

test("a file or folder that this user may not write is named, and stays as it is", async () => {
  const user = serverUser();
  const file = newFile();
  await create(file);
  const before = readFileSync(file);
  const child = fileURLToPath(new URL("child.ts", import.meta.url));
  const notAllowed = /StoreUnavailable: .*(let this user read and write both|This user may not write)/;
  const attempt = (): string =>
    spawnSync(process.execPath, [child, "open", file], { encoding: "utf8", ...user }).stderr;
  // The user may look in, and no more.
  chmodSync(dirname(file), 0o555);
  chmodSync(file, 0o444);
  expect(attempt()).toMatch(notAllowed);
  // The folder is theirs, the file is not.
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dirname(file), user.uid, user.gid);
  chmodSync(dirname(file), 0o755);
  chmodSync(`${file}.lock`, 0o666);
  expect(attempt()).toMatch(notAllowed);
  expect(readFileSync(file).equals(before)).toBe(true);
});
