import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../components/counted.ts';
import { ValueBadge } from '../../components/data/value-chip.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Table, type Column } from '../../components/data/table.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { useIsNarrow } from '../../components/layout/use-is-narrow.ts';
import { entityPath } from '../../urls/paths.ts';
import { shortName } from '../../urls/urn.ts';
import { columnEdgeKey, type ColumnEdge } from './column-lineage.ts';
import { NodeActions, type LineageParts } from './node-actions.tsx';
import type { LineageNode } from './read-graph.ts';
import { usePlatformNames } from './use-platform-names.ts';

/** Maximum names shown of connected entities. */
const MAX_NAMES = 3;

/** The lineage as a table: furthest upstream first, then the entity itself, then its downstream. */
export function LineageList(parts: LineageParts): ReactNode {
  const { graph, columns } = parts;
  const rows = useMemo(
    () => [...graph.nodes].sort((a, b) => a.hop - b.hop || a.name.localeCompare(b.name, 'en')),
    [graph],
  );
  const platformName = usePlatformNames(graph.nodes);
  const isNarrow = useIsNarrow();
  const names = new Map(graph.nodes.map(({ urn, name }) => [urn, name]));
  const naming = (urn: string): string => names.get(urn) ?? shortName(urn);
  const listed = (urns: readonly string[]): string => {
    const more = urns.length - MAX_NAMES;
    const shown = urns.slice(0, MAX_NAMES).map(naming).join(', ');
    return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
  };
  const sources = Map.groupBy(graph.edges, ({ to }) => to);
  const headings: Column<LineageNode>[] = [
    {
      id: 'name',
      label: 'Name',
      render: (node) => (
        <Row>
          <Link href={entityPath(node.urn)}>{node.name}</Link>
          <NodeBadges node={node} />
          {isNarrow && <Soft>{distanceText(node.hop)}</Soft>}
        </Row>
      ),
    },
    {
      id: 'distance',
      label: 'Distance',
      isExtra: true,
      isBrief: true,
      render: ({ hop }) => distanceText(hop),
    },
    {
      id: 'kind',
      label: 'Type',
      isExtra: true,
      render: ({ kind, platform }) => [kind, platformName(platform)].filter(Boolean).join(' · '),
    },
    {
      id: 'from',
      label: 'Derived from',
      isExtra: true,
      render: ({ urn }) => listed((sources.get(urn) ?? []).map(({ from }) => from)),
    },
    {
      id: 'more',
      label: 'More',
      isBrief: true,
      render: (node) => (
        <Row gap={1}>
          <NodeActions {...parts} node={node} />
        </Row>
      ),
    },
  ];
  const columnHeadings: Column<ColumnEdge>[] = [
    {
      id: 'from',
      label: 'Column',
      render: ({ from }) => <ColumnName name={from.path} of={naming(from.urn)} />,
    },
    { id: 'to', label: 'Feeds', render: ({ to }) => <ColumnName name={to.path} of={naming(to.urn)} /> },
  ];
  return (
    <Stack>
      {columns && columns.edges.length > 0 && (
        <Table
          label={`Lineage of the columns of ${naming(columns.urn)}`}
          columns={columnHeadings}
          items={columns.edges}
          keyOf={columnEdgeKey}
        />
      )}
      <Table label="Lineage" columns={headings} items={rows} keyOf={({ urn }) => urn} />
    </Stack>
  );
}

/** Badges of an entity, including Deprecated. */
export function NodeBadges({ node }: { readonly node: LineageNode }): ReactNode {
  return (
    <>
      {node.isDeprecated && <Badge tone="warn">Deprecated</Badge>}
      {node.badges.map(({ color, name, text }) => (
        <ValueBadge key={text} name={name} color={color}>
          {text}
        </ValueBadge>
      ))}
    </>
  );
}

function ColumnName({ name, of }: { readonly name: string; readonly of: string }): ReactNode {
  return (
    <>
      <code>{name}</code> <Soft>of {of}</Soft>
    </>
  );
}

function distanceText(hop: number): string {
  if (hop === 0) return 'This entity';
  return `${counted(Math.abs(hop), 'hop')} ${hop < 0 ? 'up' : 'down'}`;
}
