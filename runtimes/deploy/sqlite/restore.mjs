// node restore.mjs COPY FILE, while no server runs on FILE. FILE must not be there, nor FILE-wal and FILE-shm: move all
// three away together. A log that belongs to another file would damage the copy.
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";

const [copy = "", file = ""] = process.argv.slice(2);
if (!existsSync(copy) || file === "")
  throw new Error("Name the copy that is there, then the file that is to be.");
const inTheWay = [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
if (inTheWay.length > 0)
  throw new Error(`${inTheWay.join(" and ")}: stop the server, and move it away first.`);

process.umask(0o077);
copyFileSync(copy, `${file}.part`);
const database = new DatabaseSync(`${file}.part`, { readOnly: true });
const { integrity_check: found } = database.prepare("PRAGMA integrity_check").get() ?? {};
database.close();
if (found !== "ok") throw new Error(`${copy} is damaged: ${found}. Take an older one.`);
sync(`${file}.part`);
renameSync(`${file}.part`, file);
sync(dirname(file));

function sync(path) {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
