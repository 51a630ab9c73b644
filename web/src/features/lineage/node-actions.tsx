import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import type { ColumnLineage } from './column-lineage.ts';
import type { Direction, LineageGraph, LineageNode } from './read-graph.ts';

/** Props that the graph and the list share. */
export interface LineageParts {
  readonly graph: LineageGraph;
  /** Urn of the entity at the start of the lineage. */
  readonly start: string;
  /** Columns of the opened dataset, once loaded. */
  readonly columns: ColumnLineage | undefined;
  /** Urn of the opened dataset. */
  readonly columnsOf: string | undefined;
  readonly onExpand: (urn: string, direction: Direction) => void;
  readonly onColumns: (urn: string | undefined) => void;
}

/** Whether a node has any {@link NodeActions}. */
export function hasActions({ hidden, type }: LineageNode): boolean {
  return hidden.UPSTREAM + hidden.DOWNSTREAM > 0 || type === 'dataset';
}

/** Buttons that show hidden neighbours of a node and its columns. */
export function NodeActions({
  node,
  columnsOf,
  onExpand,
  onColumns,
}: LineageParts & { readonly node: LineageNode }): ReactNode {
  const isOpen = columnsOf === node.urn;
  return (
    <>
      <Expand node={node} direction="UPSTREAM" onExpand={onExpand} />
      {node.type === 'dataset' && (
        <Button
          look="quiet"
          label={`Columns of ${node.name}`}
          isExpanded={isOpen}
          onPress={() => {
            onColumns(isOpen ? undefined : node.urn);
          }}
        >
          Columns
        </Button>
      )}
      <Expand node={node} direction="DOWNSTREAM" onExpand={onExpand} />
    </>
  );
}

function Expand({
  node,
  direction,
  onExpand,
}: {
  readonly node: LineageNode;
  readonly direction: Direction;
  readonly onExpand: LineageParts['onExpand'];
}): ReactNode {
  const count = node.hidden[direction];
  if (count === 0) return null;
  const text = count.toLocaleString('en');
  return (
    <Button
      look="quiet"
      label={`Show more ${direction.toLowerCase()} of ${node.name}, ${text} hidden`}
      onPress={() => {
        onExpand(node.urn, direction);
      }}
    >
      {direction === 'UPSTREAM' ? `← ${text}` : `${text} →`}
    </Button>
  );
}
