import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { counted } from '../../../components/counted.ts';
import { ShareBar, Table, type Column } from '../../../components/data/table.tsx';
import { Soft, Stack } from '../../../components/layout/layout.tsx';
import { propertyPath } from '../../../urls/paths.ts';
import { SettingBadges } from '../definition/setting-badges.tsx';
import { settingsOf } from '../definition/settings.ts';
import { entityTypesText, valueTypeLabel } from '../definition/value-types.ts';
import { usagesOf, useUsages } from '../definition/usages.ts';
import { countsText, gapText, percentText } from '../../../shared/property-coverage/coverage-text.ts';
import { gapAddress } from '../../../shared/property-coverage/gap-address.ts';
import type { PropertyCoverage } from '../../../shared/property-coverage/use-coverage.ts';
import type { PropertyRow } from './property-list.ts';

/** Definitions with their coverage and usages, which load after the rows. */
export function PropertiesTable({
  rows,
  isGrouped = false,
  coverage,
  actions,
}: {
  readonly rows: readonly PropertyRow[];
  /** Whether to show the groups of displays: the rows of each are together. */
  readonly isGrouped?: boolean;
  /** Undefined while loading. */
  readonly coverage?: readonly PropertyCoverage[] | undefined;
  /** Buttons at the end of a row. Only deleted definitions have them; their values are not counted. */
  readonly actions?: (row: PropertyRow) => ReactNode;
}): ReactNode {
  const usages = useUsages();
  const counted: readonly Column<PropertyRow>[] = [
    {
      id: 'coverage',
      label: 'Coverage',
      render: ({ urn }) =>
        coverage === undefined ? (
          <Soft>…</Soft>
        ) : (
          <CoverageCell coverage={coverage.find((one) => one.urn === urn)} />
        ),
    },
    {
      id: 'use',
      label: 'Used by',
      isExtra: true,
      render: ({ urn, definition }) => usedBy(usages && usagesOf(usages, urn, definition.qualifiedName)),
    },
  ];
  const columns: readonly Column<PropertyRow>[] = [
    { id: 'name', label: 'Property', render: (row) => <NameCell row={row} /> },
    { id: 'type', label: 'Type', render: ({ definition }) => <TypeCell definition={definition} /> },
    {
      id: 'on',
      label: 'Allowed on',
      isExtra: true,
      render: ({ definition }) => entityTypesText(definition.entityTypes.map(({ urn }) => urn)),
    },
    ...(actions === undefined ? counted : []),
    {
      id: 'shown',
      label: 'Shown as',
      isExtra: true,
      render: ({ settings }) => <SettingBadges settings={settingsOf(settings)} />,
    },
    ...(actions ? [{ id: 'actions', label: 'Actions', isLabelHidden: true, render: actions }] : []),
  ];
  return (
    <Table
      label="Structured properties"
      columns={columns}
      items={rows}
      keyOf={({ urn }) => urn}
      {...(isGrouped && { groupOf: ({ display }: PropertyRow) => display?.group ?? 'Without a group' })}
    />
  );
}

function NameCell({ row: { urn, definition } }: { readonly row: PropertyRow }): ReactNode {
  const { displayName, qualifiedName } = definition;
  return (
    <Stack gap={1}>
      <Link href={propertyPath(urn)}>
        <NameText>{displayName === null || displayName === '' ? qualifiedName : displayName}</NameText>
      </Link>
      {displayName !== null && displayName !== '' && (
        <Soft>
          <code>{qualifiedName}</code>
        </Soft>
      )}
    </Stack>
  );
}

function TypeCell({ definition }: { readonly definition: PropertyRow['definition'] }): ReactNode {
  const { valueType, cardinality, allowedValuesTotal } = definition;
  const count = allowedValuesTotal ?? 0;
  return (
    <Stack gap={1}>
      <span>{valueTypeLabel(valueType.urn)}</span>
      <Soft>
        {cardinality === 'MULTIPLE' ? 'Several' : 'One'}
        {count > 0 && ` of ${count.toLocaleString('en')}`}
      </Soft>
    </Stack>
  );
}

function CoverageCell({ coverage }: { readonly coverage: PropertyCoverage | undefined }): ReactNode {
  if (coverage === undefined) return <Soft>not counted</Soft>;
  const gap = gapText(coverage);
  const counts = countsText(coverage);
  return (
    <Stack gap={1}>
      <ShareBar
        label={`Coverage of ${coverage.name}`}
        part={coverage.present}
        whole={coverage.possible}
        text={percentText(coverage)}
      />
      <Soft>
        {gap === undefined ? (
          counts
        ) : (
          <Link href={gapAddress(coverage)} title={gap} aria-label={`${counts}, ${gap}`}>
            {counts}
          </Link>
        )}
      </Soft>
    </Stack>
  );
}

function usedBy(usages: ReturnType<typeof usagesOf> | undefined): ReactNode {
  if (usages === undefined) return <Soft>…</Soft>;
  const counts = (['form', 'view'] as const).flatMap((kind) => {
    const count = usages.filter((usage) => usage.kind === kind).length;
    return count === 0 ? [] : [counted(count, kind)];
  });
  return counts.length === 0 ? <Soft>—</Soft> : counts.join(', ');
}
