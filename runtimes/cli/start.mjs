// The entry of `npm start` in a checkout. Plain JavaScript, so that an old Node.js can say what it needs.
import process from "node:process";

if (process.features.typescript) {
  await import("./main.ts");
} else {
  process.stderr.write(
    `Node.js ${process.versions.node} cannot run Handbill's sources: use Node.js 22.18 or later, or let npm bring its own with \`npm ci --ignore-scripts=false\`.\n`,
  );
  process.exitCode = 1;
}
