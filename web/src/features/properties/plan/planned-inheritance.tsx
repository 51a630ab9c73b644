import type { ReactNode } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { counted } from '../../../components/counted.ts';
import { Stack } from '../../../components/layout/layout.tsx';
import { inheritanceOf } from '../definition/inheritance.ts';
import { useProperty } from '../definition/stored-property.ts';
import { CountList, valueLabel } from './count-list.tsx';
import { NamedSamples, shownSamples } from './named-samples.tsx';
import type { InheritedValues, NewDefinition, PlannedProperty } from './plan.ts';

/** The assets that inherit a value once the plan is applied. */
export function PlannedInheritance({
  property: { inherited, urn },
  after,
}: {
  readonly property: PlannedProperty;
  /** The new definition; undefined for a deletion. */
  readonly after: NewDefinition | undefined;
}): ReactNode {
  const { data: stored } = useProperty(urn);
  if (after === undefined) return null;
  if (inherited !== undefined) return <Inherited inherited={inherited} />;
  const isEnded =
    after.structuredPropertyRules !== undefined && inheritanceOf(stored?.rules).inheritsFrom.length > 0;
  if (!isEnded) return null;
  return (
    <Stack gap={2}>
      <h3>Inheritance</h3>
      <p>Assets no longer inherit values. Their own values stay.</p>
    </Stack>
  );
}

function Inherited({
  inherited: { byValue, entities, sampleUrns, sources },
}: {
  readonly inherited: InheritedValues;
}): ReactNode {
  const nameOf = useEntityNames([
    ...shownSamples(sampleUrns),
    ...byValue.map(({ value }) => value).filter((value) => value.startsWith('urn:li:')),
  ]);
  return (
    <Stack gap={2}>
      <h3>Inheritance</h3>
      {sources === 0 ? (
        <p>Nothing above any asset has a value yet, so no asset inherits one.</p>
      ) : (
        <p>
          <strong>{counted(entities, 'asset')}</strong>
          {` without a value ${entities === 1 ? 'inherits' : 'inherit'} one, from ${counted(sources, 'source')}. `}
          <NamedSamples sampleUrns={sampleUrns} entities={entities} nameOf={nameOf} />
        </p>
      )}
      <CountList
        title="Inherited values"
        counts={byValue}
        labelOf={(value) => (value.startsWith('urn:li:') ? nameOf(value) : valueLabel(value))}
      />
    </Stack>
  );
}
