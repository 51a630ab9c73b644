import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Graph } from '../../components/graph/graph.tsx';
import { GraphCard } from '../../components/graph/graph-card.tsx';
import { entityPath } from '../../urls/paths.ts';
import { layOut } from './layout.ts';
import { NodeBadges } from './lineage-list.tsx';
import { NodeActions, hasActions, type LineageParts } from './node-actions.tsx';
import { usePlatformNames } from './use-platform-names.ts';

/** The lineage as a graph, from left to right. */
export function LineageDrawing(parts: LineageParts): ReactNode {
  const { graph, columns, start } = parts;
  const platformName = usePlatformNames(graph.nodes);
  const { boxes, edges, width, height } = useMemo(() => layOut(graph, columns), [graph, columns]);
  return (
    <Graph
      label="Lineage as a graph"
      center={start}
      width={width}
      height={height}
      edges={edges}
      nodes={boxes.map(({ node, rows, ...box }) => ({
        ...box,
        content: (
          <GraphCard
            kind={[node.kind, platformName(node.platform)].filter(Boolean).join(' · ')}
            name={
              <Link href={entityPath(node.urn)} title={node.name}>
                {node.name}
              </Link>
            }
            {...((node.isDeprecated || node.badges.length > 0) && { badges: <NodeBadges node={node} /> })}
            rows={rows}
            rowsLabel={`Columns of ${node.name}`}
            {...(hasActions(node) && { foot: <NodeActions {...parts} node={node} /> })}
          />
        ),
      }))}
    />
  );
}
