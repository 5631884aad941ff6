import { expect, test } from "vitest";
import { severalHosts } from "../../adapters/postgres/hosts.ts";

/** All hosts of an address, as failures lead through them. */
function hostsOf(url: string): readonly string[] {
  const hosts = severalHosts(url);
  return Array.from({ length: hosts?.count ?? 0 }, () => {
    const host = hosts?.current() ?? { name: "", port: 0 };
    hosts?.leave(host);
    return `${host.name} ${host.port}`;
  });
}

test.each([
  ["postgres://app@db-1,db-2/ads", ["db-1 5432", "db-2 5432"]],
  ["postgresql://app:a%2Cb@db-1:6432,db-2/ads?sslmode=require", ["db-1 6432", "db-2 5432"]],
  ["postgres://10.0.0.1:1,[::1]:2,[fe80::1]/ads", ["10.0.0.1 1", "::1 2", "fe80::1 5432"]],
  ["postgres://a,b@db-1/ads", []],
  ["postgres:///ads", []],
])("the hosts of %s", (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts);
});

test("a failure of a host that is no longer in use changes nothing", () => {
  const hosts = severalHosts("postgres://one,two,three/ads");
  const first = hosts?.current() ?? { name: "", port: 0 };
  hosts?.leave(first);
  hosts?.leave(first);
  expect(hosts?.current().name).toBe("two");
});
