import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { createApiKey } from "../../core/signing/api-key.ts";
import type { Random } from "../../core/signing/random.ts";

/** An API key of the contract catalogue, and what the store keeps of it. */
export interface ContractKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

export type ContractKeyName = "live" | "secondLive" | "test" | "revoked" | "foreign" | "unknown";

export const contractKeys: Readonly<Record<ContractKeyName, ContractKey>> = {
  live: contractKey(1, "live"),
  /** A second live key of the same publisher, as during a rotation. */
  secondLive: contractKey(2, "live"),
  test: contractKey(3, "test"),
  revoked: contractKey(4, "live", { revokedAt: 0 }),
  /** Of the publisher of the foreign platform. */
  foreign: contractKey(5, "live", { publisherId: "publisher-2" }),
  /** Well-formed, and in no store. */
  unknown: contractKey(6, "live"),
};

export const storedKeys: readonly ApiKeyRecord[] = Object.values(contractKeys)
  .filter((item) => item !== contractKeys.unknown)
  .map(({ record }) => record);

/** The same key on every run and in every process, so that a child process can be told its records only. */
function contractKey(seed: number, mode: KeyMode, fields: Partial<ApiKeyRecord> = {}): ContractKey {
  const { key, id, hash } = createApiKey(mode, predictable(seed));
  return { key, record: { id, hash, mode, publisherId: "publisher-1", label: "", createdAt: 0, ...fields } };
}

function predictable(seed: number): Random {
  let state = seed;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    });
}
