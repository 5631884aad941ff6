/** The one member used of Bun's test module; its whole types belong to a project that runs on Bun only. */
declare module "bun:test" {
  export const test: (name: string, run: () => Promise<void>) => void;
}
