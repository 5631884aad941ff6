// Each function's index.mjs, put there by build.mjs: runs main.cjs with the bytecode that lies beside it. Bytecode of another
// Node.js is refused by V8, which then compiles as ever.
import process from "node:process";

const { readFileSync } = process.getBuiltinModule("node:fs");
const { Script } = process.getBuiltinModule("node:vm");
const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const filename = `${import.meta.dirname}/${name}`;
  const cachedData = readFileSync(`${filename}.bytecode`);
  const script = new Script(readFileSync(filename, "latin1"), { filename, cachedData });
  script.runInThisContext()(module.exports, require, module);
  return module.exports;
}

function require(name) {
  return name.startsWith("./") ? load(name.slice(2)) : process.getBuiltinModule(name);
}

export default load("main.cjs").default;
