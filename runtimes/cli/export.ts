import { statSync } from "node:fs";
import * as v from "valibot";
import type { Catalog } from "../../core/catalog/entities.ts";
import { declarationOf } from "../../core/topics/declaration.ts";
import { count } from "./change-lines.ts";
import { replaceFile } from "./replace-file.ts";
import type { Server } from "./server/connect.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

/** The catalogue as a document for `apply`: the models of topics follow from their other fields. */
export function documentOf({ topics, ...others }: Catalog): object {
  return { ...others, topics: topics.map(declarationOf) };
}

/** The document of a running server. */
export function documentOnServer({ call }: Server): Promise<object> {
  return call(v.record(v.string(), v.array(v.unknown())), "GET", "/catalog");
}

/** Prints the catalogue as a document, or writes it to a file. An empty catalogue replaces no backup. */
export async function exportDocument(
  terminal: Terminal,
  document: object,
  { out }: { readonly out?: string | undefined },
): Promise<ExitCode> {
  const text = JSON.stringify(document, undefined, 2);
  const objects = Object.values(document).flat().length;
  if (out === undefined) {
    terminal.data(text);
    return 0;
  }
  const sizeBefore = statSync(out, { throwIfNoEntry: false })?.size ?? 0;
  if (objects === 0 && sizeBefore > Buffer.byteLength(text) + 1) {
    terminal.talk(
      `The catalogue is empty, and ${out} is not: correct the store (--store, --data), or name another file.`,
    );
    return 1;
  }
  await replaceFile(out, `${text}\n`);
  terminal.talk(`${count(objects, "object")} written to ${out}.`);
  return 0;
}
