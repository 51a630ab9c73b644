import type { ReactNode } from 'react';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { Stats } from '../../components/data/stats.tsx';
import { Table } from '../../components/data/table.tsx';
import { Notice, TechnicalDetails } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { members, number, objects, text, texts } from './operations-data.ts';

const KINDS = [
  { kind: 'missingInIndex', label: 'Missing from the index' },
  { kind: 'onlyInIndex', label: 'Only in the index' },
  { kind: 'differentDocument', label: 'Different' },
] as const;

/** Result of the doctor. */
export function DoctorResult({ result }: { readonly result: Readonly<Record<string, unknown>> }): ReactNode {
  const counted = (name: string): number => number(result[name]) ?? 0;
  const found = KINDS.reduce((sum, { kind }) => sum + counted(kind), 0);
  const repaired = counted('repaired');
  const samples = objects(result['samples']);
  const contested = objects(result['contestedNames']);
  const incomplete = objects(members(result['incomplete'])['samples']);
  const types = Object.entries(members(result['byEntityType']));
  return (
    <Stack gap={4}>
      {found === 0 && <Notice tone="good">The index matches the store.</Notice>}
      {found > 0 && repaired >= found && <Notice tone="good">All differences were repaired.</Notice>}
      {found > repaired && (
        <Notice tone="warn">The index differs from the store. Choose Compare and repair.</Notice>
      )}
      <Stats
        stats={[
          { label: 'Entities compared', value: counted('entities').toLocaleString('en') },
          ...KINDS.map(({ kind, label }) => ({ label, value: counted(kind).toLocaleString('en') })),
          { label: 'Repaired', value: repaired.toLocaleString('en') },
        ]}
      />
      {types.length > 0 && (
        <Table
          label="Differences by type"
          items={types}
          keyOf={([type]) => type}
          columns={[
            { id: 'type', label: 'Type', render: ([type]) => entityTypeLabel(type) },
            ...KINDS.map(({ kind, label }) => ({
              id: kind,
              label,
              isNumeric: true,
              render: ([, counts]: readonly [string, unknown]) =>
                (number(members(counts)[kind]) ?? 0).toLocaleString('en'),
            })),
          ]}
        />
      )}
      {samples.length > 0 && (
        <Table
          label="Examples of differences"
          items={samples}
          keyOf={(sample) => text(sample['urn'])}
          columns={[
            { id: 'urn', label: 'Entity', render: (sample) => <EntityLink urn={text(sample['urn'])} /> },
            {
              id: 'kind',
              label: 'Difference',
              render: (sample) => KINDS.find(({ kind }) => kind === sample['kind'])?.label ?? '',
            },
          ]}
        />
      )}
      {incomplete.length > 0 && <IncompleteEntities samples={incomplete} />}
      {contested.map((name) => (
        <Notice key={text(name['name'])} tone="warn">
          <span>
            <code>structuredProperties.{text(name['name'])}</code> is ambiguous between several properties.
            Filters by this name may miss values. Give all but one of them a different qualified name.
          </span>
        </Notice>
      ))}
    </Stack>
  );
}

/** Entities of which a part cannot be searched. */
function IncompleteEntities({
  samples,
}: {
  readonly samples: readonly Readonly<Record<string, unknown>>[];
}): ReactNode {
  return (
    <Table
      label="Incompletely indexed entities"
      items={samples}
      keyOf={(sample) => text(sample['urn'])}
      columns={[
        { id: 'urn', label: 'Entity', render: (sample) => <EntityLink urn={text(sample['urn'])} /> },
        {
          id: 'reasons',
          label: 'Missing',
          render: (sample) => (
            <>
              Some of its texts or values cannot be searched.
              <TechnicalDetails>{texts(sample['reasons']).join('; ')}</TechnicalDetails>
            </>
          ),
        },
      ]}
    />
  );
}
