/** Cloudflare passes values of up to 32 MiB, and streams of any length. A stream costs more than a short value. */
const maxValueLength = 1_000_000;

/** A value of JSON as an object returns it: if it is long, a stream of its text. */
export function toPassed(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? new Response(text).body : value;
}

/** The value that {@link toPassed} made passable. Rejects when the object ends meanwhile. */
export async function fromPassed(value: unknown): Promise<unknown> {
  return value instanceof ReadableStream ? new Response(value).json() : value;
}
