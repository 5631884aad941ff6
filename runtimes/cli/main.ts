#!/usr/bin/env node
import process from "node:process";

// Imports nothing before this check: an older Node.js could not even parse the rest.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`Handbill needs Node.js 22.13 or later; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  try {
    const { run } = await import("./program.ts");
    // A reader such as `head` may close the output early; the command still completes.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", (error) => {
        if (!("code" in error && error.code === "EPIPE")) throw error;
      });
    }
    process.exitCode = await run(process.argv);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    const missing = /package '([^']+)'/.exec(error.message)?.[1];
    if (missing === undefined) throw error;
    process.stderr.write(`The command line needs a package that is not installed: npm install ${missing}\n`);
    process.exitCode = 1;
  }
}
