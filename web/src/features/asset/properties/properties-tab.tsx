import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../../components/text/name-text.tsx';
import { useMe } from '../../../api/person/me.ts';
import { Toolbar } from '../../../components/controls/toolbar.tsx';
import { TextField } from '../../../components/fields/fields.tsx';
import { ValueRows } from '../../../components/data/value-rows.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { Stack } from '../../../components/layout/layout.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Table } from '../../../components/data/table.tsx';
import { LongText } from '../../../components/text/long-text.tsx';
import type { PropertyDefinition } from '../../../shared/values/property-definition.ts';
import { factsOf } from '../../../shared/entities/entity-facts.ts';
import { usePropertyRows } from './use-property-rows.tsx';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';

/** Up to this many properties are found without a filter. */
const FEW = 8;

/** The structured properties that apply to an entity, by group or name prefix; those without a value are folded below. */
export function PropertiesTab({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { definitions, error, isMissing, isValued, rowsOf, emptyRowsOf } = usePropertyRows(entity);
  const [filter, setFilter] = useState('');
  if (definitions === undefined && error !== null) return <ErrorNotice error={error} />;
  if (definitions === undefined) return <Skeleton lines={8} />;
  const shown = definitions.filter((definition) => matchesFilter(definition, filter));
  const missing = shown.filter((definition) => !isValued(definition) && isMissing(definition));
  const groups = groupsOf(shown.filter(isValued));
  return (
    <Stack gap={4}>
      {definitions.length === 0 && <NoProperties />}
      {definitions.length > FEW && (
        <Toolbar>
          <TextField
            label="Filter by name"
            isLabelHidden
            placeholder="Filter by name"
            type="search"
            value={filter}
            onChange={setFilter}
          />
        </Toolbar>
      )}
      {definitions.length > 0 && shown.length === 0 && <p role="status">No properties match.</p>}
      {missing.length > 0 && <Section title="Required">{emptyRowsOf(missing, true)}</Section>}
      {groups.length === 1 && groups[0]?.[1][0]?.group === undefined
        ? groups.map(([prefix, group]) => (
            <ValueRows key={prefix} label="Properties with a value">
              {rowsOf(group)}
            </ValueRows>
          ))
        : groups.map(([prefix, group]) => (
            <Section key={`${group[0]?.group === undefined} ${prefix}`} title={prefix}>
              <ValueRows label={prefix}>{rowsOf(group)}</ValueRows>
            </Section>
          ))}
      {emptyRowsOf(
        shown.filter((definition) => !isValued(definition) && !missing.includes(definition)),
        groups.length === 0 || filter.trim() !== '',
      )}
      <CustomProperties entity={entity} />
    </Stack>
  );
}

function NoProperties(): ReactNode {
  const me = useMe();
  return (
    <EmptyState title="No structured properties for this entity type">
      {me?.platformPrivileges.manageStructuredProperties === true ? (
        <p>
          <Link href="/properties">Define one</Link>, then enter its values here.
        </p>
      ) : (
        <p>Ask someone with the privilege Manage Structured Properties to define one.</p>
      )}
    </EmptyState>
  );
}

/** Name-value pairs from ingestion; read-only. */
function CustomProperties({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { customProperties } = factsOf(entity);
  if (customProperties.length === 0) return null;
  return (
    <Section title="From ingestion">
      <Table
        label="Custom properties"
        columns={[
          { id: 'name', label: 'Name', render: ([name]) => <NameText>{name}</NameText> },
          { id: 'value', label: 'Value', render: ([, value]) => <LongText>{value}</LongText> },
        ]}
        items={customProperties}
        keyOf={([name]) => name}
      />
    </Section>
  );
}

function matchesFilter({ name, qualifiedName }: PropertyDefinition, filter: string): boolean {
  const text = filter.trim().toLowerCase();
  return text === '' || name.toLowerCase().includes(text) || qualifiedName.toLowerCase().includes(text);
}

/**
 * Headings with their properties: groups of displays in the given order, then prefixes of names, such as `io.acme`; properties without
 * either come last.
 */
function groupsOf(
  definitions: readonly PropertyDefinition[],
): readonly (readonly [heading: string, group: readonly PropertyDefinition[]])[] {
  const byGroup = Map.groupBy(definitions, ({ group }) => group);
  const byPrefix = Map.groupBy(
    byGroup.get(undefined) ?? [],
    ({ qualifiedName }) => /^(.+)\.[^.]*$/.exec(qualifiedName)?.[1] ?? 'Others',
  );
  const prefixes = [...byPrefix].sort(
    ([a], [b]) => Number(a === 'Others') - Number(b === 'Others') || a.localeCompare(b, 'en'),
  );
  const groups = [...byGroup].flatMap(([group, items]) =>
    group === undefined ? [] : [[group, items] as const],
  );
  return [...groups, ...prefixes];
}
