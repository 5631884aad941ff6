/** What the tests use of workerd's module. */
declare module "cloudflare:workers" {
  type ObjectContext = import("../../adapters/sqlite/durable-object/mod.ts").ObjectContext;

  export class DurableObject<Env> {
    constructor(ctx: TestedContext, env: Env);
    protected readonly ctx: TestedContext;
    protected readonly env: Env;
  }

  export interface TestedContext extends ObjectContext {
    /** Ends this instance of the object; the next call starts another. */
    readonly abort: (reason: string) => void;
  }
}
