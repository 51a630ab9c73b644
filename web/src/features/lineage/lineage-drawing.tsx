import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Graph } from '../../components/graph/graph.tsx';
import { GraphCard } from '../../components/graph/graph-card.tsx';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
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
            kind={
              <span className="with-icon">
                <EntityIcon type={entityTypeOf(node.urn)} />
                {[node.kind, platformName(node.platform)].filter(Boolean).join(' · ')}
              </span>
            }
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
