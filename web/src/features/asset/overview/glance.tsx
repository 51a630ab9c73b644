import { useMemo, useState, type ReactNode } from 'react';
import { ValueRows } from '../../../components/data/value-rows.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';
import { usePropertyRights } from '../../../shared/rights/use-rights.ts';
import { assignmentsOf } from '../../../shared/values/assignments.ts';
import { EmptyProperties } from '../properties/empty-properties.tsx';
import { PropertyRow } from '../properties/property-row.tsx';
import { useApplicableDefinitions } from '../use-applicable-definitions.ts';

const NONE: readonly string[] = [];

/** The properties that are set to be shown in summaries, edited in place; all others without a value are folded below. */
export function Glance({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { data = [] } = useApplicableDefinitions(entity);
  const assigned = useMemo(() => assignmentsOf(entity.aspects.get('structuredProperties')?.value), [entity]);
  const urns = useMemo(() => (data.length === 0 ? NONE : data.map(({ urn }) => urn)), [data]);
  const rightOf = usePropertyRights(entity.urn, urns);
  // A property that is filled in stays in its place while the tab is open, and with it the focus.
  const [valued, setValued] = useState(() => new Set(assigned.keys()));
  const shown = data.filter(
    ({ urn, isInSummary, isInSummaryWhenEmpty }) => isInSummary && (isInSummaryWhenEmpty || valued.has(urn)),
  );
  const empty = data.filter((definition) => !valued.has(definition.urn) && !shown.includes(definition));
  if (shown.length === 0 && empty.length === 0) return null;
  const rows = (list: typeof data): ReactNode =>
    list.map((definition) => (
      <PropertyRow
        key={definition.urn}
        urn={entity.urn}
        definition={definition}
        values={assigned.get(definition.urn) ?? []}
        right={rightOf(definition.urn)}
      />
    ));
  return (
    <Section title="At a glance">
      {shown.length > 0 && <ValueRows label="At a glance">{rows(shown)}</ValueRows>}
      {empty.length > 0 && (
        <EmptyProperties
          urn={entity.urn}
          definitions={empty}
          isUnfolded={false}
          missing={empty.filter(({ urn }) => !assigned.has(urn))}
          canFillIn={({ urn }) => rightOf(urn).state === 'allowed'}
          onFilledIn={(filled) => {
            setValued(new Set([...valued, ...filled]));
          }}
        >
          {rows(empty)}
        </EmptyProperties>
      )}
    </Section>
  );
}
