/** A plan node of auto_explain, with the fields that tests read. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The node and all below it. */
export function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The nodes of all plans that auto_explain wrote as JSON into notices. */
export function nodesOfNotices(notices: readonly string[]): readonly PlanNode[] {
  return notices.flatMap((message) => {
    const start = message.indexOf("{");
    if (start < 0) return [];
    const { Plan }: { Plan: PlanNode } = JSON.parse(message.slice(start));
    return nodesOf(Plan);
  });
}

/** Rows that a node has looked at, over all its loops. */
export function rowsOf(node: PlanNode): number {
  const perLoop =
    (node["Actual Rows"] ?? 0) +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return perLoop * (node["Actual Loops"] ?? 0);
}
