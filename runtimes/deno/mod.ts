export type { RunningServer, ServeOptions } from "../long-lived.ts";
export { environment } from "./environment.ts";
export { serve } from "./serve.ts";
