import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useMe } from '../../api/me.ts';
import { TextField, Switch } from '../../components/controls/fields.tsx';
import { Records } from '../../components/data/records.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Table } from '../../components/data/table.tsx';
import { LongText } from '../../components/data/long-text.tsx';
import { propertyPath } from '../../urls/paths.ts';
import { usePropertyRights } from '../../shared/rights/use-rights.ts';
import { assignmentsOf } from '../../shared/values/assignments.ts';
import { PropertyField } from '../../shared/values/property-field.tsx';
import type { PropertyDefinition } from '../../shared/values/property-definition.ts';
import { factsOf } from '../../shared/entities/entity-facts.ts';
import { useApplicableDefinitions } from './use-applicable-definitions.ts';
import type { StoredEntity } from '../../shared/entities/use-entity.ts';

/** All structured properties that apply to an entity, with or without values, grouped by name prefix. */
export function PropertiesTab({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { data: definitions, error } = useApplicableDefinitions(entity);
  const [filter, setFilter] = useState('');
  const [hidesEmpty, setHidesEmpty] = useState(false);
  const assigned = useMemo(() => assignmentsOf(entity.aspects.get('structuredProperties')?.value), [entity]);
  const urns = useMemo(() => definitions?.map((definition) => definition.urn) ?? [], [definitions]);
  const me = useMe();
  const rightOf = usePropertyRights(entity.urn, urns);
  if (definitions === undefined && error !== null) return <ErrorNotice error={error} />;
  if (definitions === undefined) return <Skeleton lines={8} />;
  const shown = definitions.filter(
    (definition) => matchesFilter(definition, filter) && !(hidesEmpty && !assigned.has(definition.urn)),
  );
  return (
    <Stack gap={4}>
      {definitions.length > 0 && (
        <Row align="end" gap={4}>
          <TextField label="Filter by name" type="search" value={filter} onChange={setFilter} />
          <Switch isSelected={hidesEmpty} onChange={setHidesEmpty}>
            Only properties with a value
          </Switch>
        </Row>
      )}
      {definitions.length === 0 && (
        <EmptyState title="No structured properties for this entity type">
          {me?.platformPrivileges.manageStructuredProperties === true ? (
            <p>
              <Link href="/properties">Define one</Link>, then enter its values here.
            </p>
          ) : (
            <p>Ask someone with the privilege Manage Structured Properties to define one.</p>
          )}
        </EmptyState>
      )}
      {definitions.length > 0 && shown.length === 0 && <p role="status">No properties match.</p>}
      {groupsOf(shown).map(([prefix, group]) => (
        <Section key={prefix} title={prefix}>
          <Records label={prefix}>
            {group.map((definition) => (
              <PropertyField
                key={definition.urn}
                urn={entity.urn}
                definition={definition}
                name={
                  <Link href={propertyPath(definition.urn)} title={definition.qualifiedName}>
                    <bdi>{definition.name}</bdi>
                  </Link>
                }
                values={assigned.get(definition.urn) ?? []}
                right={rightOf(definition.urn)}
              />
            ))}
          </Records>
        </Section>
      ))}
      <CustomProperties entity={entity} />
    </Stack>
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
          { id: 'name', label: 'Name', render: ([name]) => <bdi>{name}</bdi> },
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

/** Groups properties by name prefix, such as `io.acme`; those without a prefix come last. */
function groupsOf(
  definitions: readonly PropertyDefinition[],
): readonly (readonly [prefix: string, group: readonly PropertyDefinition[]])[] {
  const byPrefix = Map.groupBy(
    definitions,
    ({ qualifiedName }) => /^(.+)\.[^.]*$/.exec(qualifiedName)?.[1] ?? 'Others',
  );
  return [...byPrefix].sort(
    ([a], [b]) => Number(a === 'Others') - Number(b === 'Others') || a.localeCompare(b, 'en'),
  );
}
