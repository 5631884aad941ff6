/** A running demo. */
export interface Demo {
  /** The signing secret of the demo, unless HANDBILL_SECRET is set; the demo's keys come from it. */
  readonly secret: string;
  /** Absent when the operator has replaced the demo's catalogue by another. */
  readonly platform?:
    | {
        readonly id: string;
        readonly allowedOrigins: readonly string[];
        /** Absent when revoked. */
        readonly liveKey?: string | undefined;
        readonly testKey?: string | undefined;
      }
    | undefined;
}
