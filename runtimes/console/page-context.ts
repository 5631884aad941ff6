import type { HttpResponse } from "../../core/contract/http.ts";
import type { FieldError } from "../../core/contract/problem.ts";
import type { Principal } from "../../core/management/principal.ts";
import type { ManagementProblem } from "../../core/management/problem.ts";
import type { Clock } from "../../core/timing/clock.ts";
import type { ApiClient } from "./api-client.ts";
import type { Html } from "./html.ts";

/** One request of somebody who is signed in. */
export interface PageContext extends ApiClient {
  readonly principal: Principal;
  /** The `:names` of the page's path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** What was sent; empty for a page that is read. */
  readonly form: URLSearchParams;
  /** The address of a page of the console (`campaigns/new`), relative to this one, so that any prefix in front of it holds. */
  readonly at: (path: string) => string;
  /** Stands in every form. */
  readonly formToken: string;
  readonly baseUrl: string;
  /** Where sites load the SDK from. */
  readonly scriptUrl: string;
  readonly clock: Clock;
}

export interface Page {
  readonly title: string;
  /** Under which item of the navigation it stands. */
  readonly section: string;
  readonly content: Html;
  /** What is wrong with a form; told at its top, where the focus is then. */
  readonly errors?: readonly FieldError[] | undefined;
  /** What was done, told once. */
  readonly notice?: string | undefined;
  /** Default 200. */
  readonly status?: number | undefined;
}

export type PageAnswer =
  | { readonly page: Page }
  /** Another page, after something was done. */
  | { readonly goTo: string }
  | { readonly response: HttpResponse }
  | ManagementProblem;

export interface PageRoute {
  readonly method: "GET" | "POST";
  /** Below `/console/`; `:name` matches up to the next slash. */
  readonly path: string;
  readonly run: (context: PageContext) => Promise<PageAnswer>;
}
