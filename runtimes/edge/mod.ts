export {
  createEdgeHandbill,
  type EdgeHandbill,
  type EdgeHandbillOptions,
  type EdgeLimiter,
  type EdgeStore,
} from "./edge-handbill.ts";
