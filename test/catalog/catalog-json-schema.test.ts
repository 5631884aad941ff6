import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { catalogJsonSchema } from "./catalog-json-schema.ts";

const file = new URL("../../core/catalog/catalog.schema.json", import.meta.url);

test("the published JSON Schema is up to date (write it: vitest run test/catalog/catalog-json-schema.test.ts -u)", async () => {
  await expect(catalogJsonSchema()).toMatchFileSnapshot(file.pathname);
});

test("the published JSON Schema refuses unknown fields everywhere and carries the limits", async () => {
  const text = await readFile(file, "utf8");
  const objects = text.match(/"type": "object"/g) ?? [];
  const closed = text.match(/"additionalProperties": false/g) ?? [];
  // Four open objects: phrases, examples, out-of-scope examples and their former name. Their keys are languages.
  expect(closed.length).toBe(objects.length - 4);
  expect(JSON.parse(text)).toMatchObject({
    additionalProperties: false,
    $defs: {
      campaign: { properties: { weight: { minimum: 1, maximum: 1_000, default: 1 } } },
      platform: { required: ["id", "publisherId", "name", "revenueShareBps"] },
    },
  });
});
