import type { HttpResponse } from "../../core/contract/http.ts";
import type { Letterhead } from "../../core/management/letterhead.ts";
import type { Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import type { Clock } from "../../core/timing/clock.ts";
import type { ApiClient } from "./api-client.ts";
import type { FormError } from "./form-error.ts";
import type { Html } from "./html.ts";
import type { NumberFormats } from "./number-formats.ts";

/** The context of a page: one request of a signed-in user. */
export interface PageContext extends ApiClient, NumberFormats {
  readonly principal: Principal;
  /** The values of the `:names` in the page's path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The fields of a sent form; empty for GET. */
  readonly form: URLSearchParams;
  /**
   * Returns the address of a page of the console (`campaigns/new`), relative to the current one, so that any prefix
   * works.
   */
  readonly at: (path: string) => string;
  /** The token of every form of this session. */
  readonly formToken: string;
  readonly baseUrl: string;
  readonly installation: Letterhead;
  /** The address from which sites load the SDK. */
  readonly scriptUrl: string;
  /** Makes a link that opens a page with the debug overlay of a platform, see `debug-link.ts`. */
  readonly debugLink: (page: URL, platformId: string) => string;
  readonly clock: Clock;
}

export interface Page {
  readonly title: string;
  /** The path of its item in the navigation. */
  readonly section: string;
  readonly content: Html;
  /** The errors of a form, shown at its top, which takes the focus. */
  readonly errors?: readonly FormError[] | undefined;
  /** The result of the last action, shown once. */
  readonly notice?: string | undefined;
  /** Default: 400 with errors, otherwise 200. */
  readonly status?: number | undefined;
  /** Shows pictures and videos of creatives: its policy allows those of any https host. */
  readonly showsMedia?: boolean | undefined;
}

export type PageAnswer =
  | { readonly page: Page }
  /** Redirects to another page after an action. */
  | { readonly goTo: string }
  | { readonly response: HttpResponse }
  | ManagementProblem;

export interface PageRoute {
  readonly method: "GET" | "POST";
  /** Below `/console/`; `:name` matches up to the next slash. */
  readonly path: string;
  readonly run: (context: PageContext) => Promise<PageAnswer>;
}
