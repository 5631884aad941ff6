// `node build.mjs`, which vercel.json has the platform run: writes .vercel/output (Build Output API 3). Each file of functions/
// becomes one function: its packages in one bundle, what is imported when it is needed in files of its own, and beside each file
// its bytecode, so that an instance neither reads hundreds of modules nor compiles them before its first ad.
import { copyFile, cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { build, transform } from "esbuild";

const output = ".vercel/output";
const target = `node${process.versions.node.split(".")[0]}`;

await rm(output, { recursive: true, force: true });
for (const file of await readdir("functions")) await writeFunction(basename(file, ".js"));
await cp("public", join(output, "static"), { recursive: true });
await writeJson(join(output, "config.json"), {
  version: 3,
  routes: [
    { handle: "filesystem" },
    { src: "/(api/v1/manage|console)(/.*)?", dest: "/api/manage" },
    { src: "/(.*)", dest: "/api/ads" },
  ],
  crons: [{ path: "/api/maintain", schedule: "* * * * *" }],
});

async function writeFunction(name) {
  const folder = join(output, "functions/api", `${name}.func`);
  await mkdir(folder, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: { main: join("functions", `${name}.js`) },
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "node",
    target,
  });
  for (const { path, text } of outputFiles) await writeScript(path, text);
  await copyFile("start.mjs", join(folder, "index.mjs"));
  await writeJson(join(folder, ".vc-config.json"), {
    runtime: `${target.replace("node", "nodejs")}.x`,
    handler: "index.mjs",
    launcherType: "Nodejs",
    maxDuration: 15,
  });
}

/** A module as a script that gives a function of (exports, require, module); V8 keeps bytecode of scripts only. */
async function writeScript(path, module) {
  const { code } = await transform(module, {
    format: "cjs",
    platform: "node",
    target,
    minify: true,
    // import() becomes require(), which start.mjs knows.
    supported: { "dynamic-import": false },
  });
  // Regular expressions keep letters that are not ASCII, and the file has one byte for each character.
  const ascii = code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const text = `(function (exports, require, module) {${ascii}\n})`;
  await writeFile(path, text, "latin1");
  // Every function, not only those that run at once; then the flag is as the platform has it, for V8 compares them.
  setFlagsFromString("--no-lazy");
  const script = new Script(text);
  setFlagsFromString("--lazy");
  await writeFile(`${path}.bytecode`, script.createCachedData());
}

async function writeJson(path, value) {
  await writeFile(path, JSON.stringify(value, undefined, 2));
}
