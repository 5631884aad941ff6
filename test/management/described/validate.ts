import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isRecord } from "../../../core/catalog/record.ts";
import { document, type Json } from "./document.ts";

const requests = "https://handbill.example/requests.json";
const answers = "https://handbill.example/answers.json";

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ ...document, $id: requests });
ajv.addSchema({ ...closed(document), $id: answers });

/** The faults of a value for the schema at this place of the document. */
export function faultsOf(
  value: unknown,
  kind: "request" | "answer",
  pointer: readonly string[],
): readonly string[] {
  const place = pointer.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1")));
  const validate = compiled(`${kind === "request" ? requests : answers}#/${place.join("/")}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const known = new Map<string, ReturnType<typeof ajv.compile>>();

function compiled(reference: string): ReturnType<typeof ajv.compile> {
  const validate = known.get(reference) ?? ajv.compile({ $ref: reference });
  known.set(reference, validate);
  return validate;
}

/** Objects are open to clients, which ignore fields that they do not know; here each field must be declared. */
function closed(schema: Json): Json {
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedValue(value)]));
  return isRecord(schema["properties"]) && schema["additionalProperties"] === undefined
    ? { ...inside, additionalProperties: false }
    : inside;
}

function closedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedValue);
  return isRecord(value) ? closed(value) : value;
}
