import type { Management } from "../../core/management/management.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface VisitorOptions {
  /** Where the console is, its prefix included. */
  readonly at?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client like a browser: keeps the cookie, and sends forms from the page that was read last. */
export interface Visitor {
  readonly read: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** `undefined` in `headers` leaves a header out; so does `token: undefined` for the token of the last page. */
  readonly send: (
    path: string,
    fields: Readonly<Record<string, string | readonly string[] | undefined>>,
    headers?: Readonly<Record<string, string | undefined>>,
  ) => Promise<Answer>;
  readonly cookie: () => string | undefined;
  readonly setCookie: (cookie: string | undefined) => void;
  /** The token of the forms of the page that was read last. */
  readonly token: () => string | undefined;
}

export function visitor(management: Management, options: VisitorOptions = {}): Visitor {
  const { at = "https://ads.example", headers: own = {} } = options;
  let cookie: string | undefined;
  let token: string | undefined;
  const ask = async (request: Request): Promise<Answer> => {
    const response = await management.fetch(request);
    const set = response.headers.get("set-cookie");
    if (set !== null) cookie = /Max-Age=0/.test(set) ? undefined : set.split(";")[0];
    const text = await response.text();
    token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
    return { status: response.status, headers: response.headers, text };
  };
  const present = (headers: Readonly<Record<string, string | undefined>>): Headers => {
    const kept = new Headers();
    const all = { ...own, ...(cookie !== undefined && { cookie }), ...headers };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) kept.set(name, value);
    return kept;
  };
  return {
    read: (path, headers = {}) => ask(new Request(`${at}/console/${path}`, { headers: present(headers) })),
    send: (path, fields, headers = {}) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries({ token, ...fields })) {
        for (const one of [value ?? []].flat()) body.append(name, one);
      }
      const sent = {
        origin: new URL(at).origin,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      };
      return ask(
        new Request(`${at}/console/${path}`, {
          method: "POST",
          headers: present(sent),
          body: body.toString(),
        }),
      );
    },
    cookie: () => cookie,
    setCookie: (wanted) => {
      cookie = wanted;
    },
    token: () => token,
  };
}

/** Signed in by a token or key. */
export async function signedIn(management: Management, credential: string): Promise<Visitor> {
  const one = visitor(management);
  const answer = await one.send("sign-in", { credential });
  if (answer.status !== 303) throw new Error(`Signing in was answered ${answer.status}.`);
  await one.read("");
  return one;
}
