import { deliveryIdAt } from "../conformance/fixtures.ts";

/** A delivery id for each name, made when the name is first used: for tests that tell deliveries apart by names. */
export function idNamed(name: string, at: number = Date.now()): string {
  const known = ids.get(name);
  if (known !== undefined) return known;
  const id = deliveryIdAt(at, ids.size + 1);
  ids.set(name, id);
  return id;
}

const ids = new Map<string, string>();
