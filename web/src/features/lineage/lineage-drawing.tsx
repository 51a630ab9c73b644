import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Graph } from '../../components/graph/graph.tsx';
import { GraphCard } from '../../components/graph/graph-card.tsx';
import type { Picture } from '../../components/graph/graph-picture.ts';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { ExportMenu } from './export-menu.tsx';
import { layOut } from './layout.ts';
import { NodeBadges } from './lineage-list.tsx';
import { NodeActions, hasActions, type LineageParts } from './node-actions.tsx';
import type { LineageNode } from './read-graph.ts';
import { usePlatformNames } from './use-platform-names.ts';

/** The lineage as a graph, from left to right. */
export function LineageDrawing(parts: LineageParts): ReactNode {
  const { graph, columns, start } = parts;
  const platformName = usePlatformNames(graph.nodes);
  const { boxes, edges, width, height } = useMemo(() => layOut(graph, columns), [graph, columns]);
  const kindOf = ({ kind, platform }: LineageNode): string =>
    [kind, platformName(platform)].filter(Boolean).join(' · ');
  const picture = (): Picture => ({
    title: `Lineage of ${graph.nodes.find(({ urn }) => urn === start)?.name ?? start}`,
    width,
    height,
    edges,
    nodes: boxes.map(({ node, ...box }) => ({
      ...box,
      isCenter: node.urn === start,
      kind: kindOf(node),
      name: node.name,
      badges: [...(node.isDeprecated ? ['Deprecated'] : []), ...node.badges.map(({ text }) => text)],
    })),
  });
  return (
    <Graph
      label="Lineage as a graph"
      center={start}
      width={width}
      height={height}
      edges={edges}
      tools={<ExportMenu picture={picture} />}
      nodes={boxes.map(({ node, rows, ...box }) => ({
        ...box,
        content: (
          <GraphCard
            kind={
              <span className="with-icon">
                <EntityIcon type={entityTypeOf(node.urn)} />
                {kindOf(node)}
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
