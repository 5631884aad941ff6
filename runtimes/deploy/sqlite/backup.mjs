// node backup.mjs FILE DIRECTORY, at any time: a copy of one moment, checked and on the disk before it has its name. The
// server goes on writing meanwhile. Prints the name of the copy.
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";

const [file = "", directory = "."] = process.argv.slice(2);
if (!existsSync(file))
  throw new Error(`There is no ${file}: name the database file, then the folder of the copies.`);
process.umask(0o077);
const now = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
const target = resolve(directory, `handbill-${now}.db`);
const part = `${target}.part`;

const source = new DatabaseSync(file, { readOnly: true });
source.exec("PRAGMA busy_timeout = 10000");
source.prepare("VACUUM INTO ?").run(part);
source.close();

const copy = new DatabaseSync(part, { readOnly: true });
const { integrity_check: found } = copy.prepare("PRAGMA integrity_check").get() ?? {};
copy.close();
if (found !== "ok") throw new Error(`${file} is damaged: ${found}. The copies from before are as they were.`);
// SQLite itself does not wait for the disk here.
sync(part);
renameSync(part, target);
sync(resolve(directory));
process.stdout.write(`${target}\n`);

function sync(path) {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
