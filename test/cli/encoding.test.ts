import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readDocument } from "../../runtimes/cli/read-document.ts";
import { removeTemporaryDirectories, temporaryDirectory } from "./run-cli.ts";

afterAll(removeTemporaryDirectories);

const text = JSON.stringify({ topics: [{ id: "cafe", name: "Café" }] });

test.each([
  ["UTF-16 with a mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
  ["UTF-16", Buffer.from(text, "utf16le")],
  ["Latin-1", Buffer.from(text, "latin1")],
])("a document in %s is refused with the encoding to save it with", async (_name, content) => {
  const file = join(await temporaryDirectory(), "catalog.json");
  await writeFile(file, content);
  expect(await readDocument(file)).toEqual({
    ok: false,
    message: `${file} is not text in UTF-8: save it with this encoding.`,
  });
});

test("a document in UTF-8 may begin with a mark", async () => {
  const file = join(await temporaryDirectory(), "catalog.json");
  await writeFile(file, `\uFEFF${text}`);
  expect(await readDocument(file)).toEqual({ ok: true, value: JSON.parse(text) });
});
