/** A server of an address with several. */
export interface Host {
  readonly name: string;
  readonly port: number;
}

/** The servers of an address, of which one is in use until it fails. */
export interface Hosts {
  readonly count: number;
  readonly current: () => Host;
  /** Goes on to the next server, unless another one than `failed` is in use already. */
  readonly leave: (failed: Host) => void;
}

const defaultPort = 5432;

/** The hosts of a `postgres://` address in their order; `undefined` for one host, or none. */
export function severalHosts(url: string): Hosts | undefined {
  const [, authority = ""] = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(url) ?? [];
  const named = decodeURIComponent(authority.slice(authority.lastIndexOf("@") + 1)).split(",");
  if (named.length < 2) return undefined;
  const hosts = named.map((text): Host => {
    const [, name = "", port = defaultPort] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
    return { name: name.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  });
  let index = 0;
  const current = (): Host => hosts[index] ?? { name: "", port: defaultPort };
  return {
    count: hosts.length,
    current,
    leave(failed) {
      if (failed === current()) index = (index + 1) % hosts.length;
    },
  };
}
