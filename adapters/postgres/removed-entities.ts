import type { ManagementStore } from "../../core/storage/management-store.ts";
import { storedRemoval } from "../../core/storage/stored-entity.ts";
import { parseJson, recordOf, textOf } from "../kit/stored-values.ts";
import type { Executor } from "./executor.ts";

/** `ManagementStore.readRemoved` by one statement. */
export function removedEntitiesOf(executor: Executor, schema: string): ManagementStore["readRemoved"] {
  // $1: references as JSON. An entity that is there has a document.
  const text = `select json_build_object('kind', e.kind, 'id', e.id, 'document', e.removed_document)::text as json
  from jsonb_to_recordset($1::text::jsonb) as r(kind text, id text)
  join "${schema}".entities e on e.kind = r.kind and e.id = r.id
  where e.document is null`;
  return async (refs) => {
    if (refs.length === 0) return [];
    const rows = await executor.run(text, [JSON.stringify(refs.map(({ kind, id }) => ({ kind, id })))]);
    const documents = new Map(
      rows.map((row) => {
        const { kind, id, document } = recordOf(parseJson(row["json"]));
        return [nameOf(textOf(kind), textOf(id)), document];
      }),
    );
    return refs.map((ref) => {
      const name = nameOf(ref.kind, ref.id);
      return documents.has(name) ? storedRemoval(ref.kind, documents.get(name)) : undefined;
    });
  };
}

function nameOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
