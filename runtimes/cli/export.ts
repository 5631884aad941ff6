import { writeFile } from "node:fs/promises";
import * as v from "valibot";
import type { Catalog } from "../../core/catalog/entities.ts";
import { declarationOf } from "../../core/topics/declaration.ts";
import { count } from "./change-lines.ts";
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

/** Prints the catalogue as a document, or writes it to a file. */
export async function exportDocument(
  terminal: Terminal,
  document: object,
  { out }: { readonly out?: string | undefined },
): Promise<ExitCode> {
  const text = JSON.stringify(document, undefined, 2);
  if (out === undefined) {
    terminal.data(text);
    return 0;
  }
  await writeFile(out, `${text}\n`);
  const objects = Object.values(document).flat().length;
  terminal.talk(`${count(objects, "object")} written to ${out}.`);
  return 0;
}
