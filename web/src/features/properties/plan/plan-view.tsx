import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { counted } from '../../../components/counted.ts';
import { Badge } from '../../../components/text/badge.tsx';
import { Day } from '../../../components/text/moment.tsx';
import { Facts } from '../../../components/data/table.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { propertyPath } from '../../../urls/paths.ts';
import { usagesOf, useUsages } from '../definition/usages.ts';
import { UsageLinks } from '../definition/usage-links.tsx';
import { propertyName, useProperty, type Aspect } from '../definition/stored-property.ts';
import { entityTypesText } from '../definition/value-types.ts';
import { searchForProperty } from '../property-search.ts';
import { CountList, valueLabel } from './count-list.tsx';
import { Examples } from './examples.tsx';
import { lossesBetween } from './losses.ts';
import { PlannedInheritance } from './planned-inheritance.tsx';
import { PlannedViolations } from './planned-violations.tsx';
import { losesValues, plannedIn, type NewDefinition, type Plan, type PlannedProperty } from './plan.ts';

/** Effects of a plan, by property. */
export function PlanView({ plan }: { readonly plan: Plan }): ReactNode {
  const isOne = plan.properties.length === 1;
  return (
    <Stack gap={5}>
      {plan.properties.map((property) => (
        <Stack key={property.urn} gap={3}>
          {!isOne && (
            <h3>
              <Link href={propertyPath(property.urn)}>{propertyName(property.urn)}</Link>
            </h3>
          )}
          <PlannedChange
            property={property}
            after={plannedIn(plan, property.urn)}
            isForGood={plan.undoableUntil !== undefined}
          />
        </Stack>
      ))}
      {plan.undoableUntil !== undefined && <Undoable until={plan.undoableUntil} />}
    </Stack>
  );
}

/** Until when removed values can be restored. */
function Undoable({ until }: { readonly until: number }): ReactNode {
  if (until <= Date.now()) return <p>This server does not keep removed values: export them first.</p>;
  return (
    <p>
      Can be undone until <Day time={until} />, with <strong>Undo</strong> in the property’s history and under{' '}
      <Link href="/properties?tab=deleted">Deleted</Link>.
    </p>
  );
}

const CHANGES: Readonly<
  Record<
    string,
    { readonly label: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad'; readonly text: string }
  >
> = {
  create: { label: 'New', tone: 'good', text: 'The property is created. No asset changes.' },
  compatible: { label: 'Compatible', tone: 'good', text: 'All stored values are kept.' },
  none: { label: 'No change', tone: 'plain', text: 'The definition is already stored like this.' },
  breaking: {
    label: 'Breaking',
    tone: 'bad',
    text: 'Stored values are cleared.',
  },
  delete: { label: 'Delete', tone: 'bad', text: 'Its values are no longer shown.' },
};

const FOR_GOOD = 'The definition and all values are removed. To keep them, delete the property restorably.';

function PlannedChange({
  property,
  after,
  isForGood,
}: {
  readonly property: PlannedProperty;
  /** The new definition; undefined for a deletion. */
  readonly after: NewDefinition | undefined;
  /** Whether the plan removes stored values. */
  readonly isForGood: boolean;
}): ReactNode {
  const { change, entities, values } = property;
  const nameOf = useEntityNames(property.byPlatform.map(({ value }) => value));
  const known = CHANGES[change] ?? { label: change, tone: 'plain' as const, text: '' };
  return (
    <Stack gap={3}>
      <Row>
        <Badge tone={known.tone}>{known.label}</Badge>
        <span>{change === 'delete' && isForGood ? FOR_GOOD : known.text}</span>
      </Row>
      {change === 'breaking' && <Broken property={property} after={after?.propertyDefinition} />}
      {losesValues(property) && (
        <>
          <Facts
            facts={[
              { label: 'Assets', value: entities.toLocaleString('en') },
              { label: 'Values', value: values.toLocaleString('en') },
            ]}
          />
          <CountList
            title="By type"
            counts={property.byEntityType}
            labelOf={(type) => entityTypesText([type])}
          />
          <CountList title="By platform" counts={property.byPlatform} labelOf={nameOf} />
          <CountList title="By value" counts={property.byValue} labelOf={valueLabel} />
          <Examples {...property} all={searchForProperty(propertyName(property.urn))} />
        </>
      )}
      <PlannedInheritance property={property} after={after} />
      <PlannedViolations property={property} after={after} />
      <UsedBy urn={property.urn} />
    </Stack>
  );
}

/** What a breaking change takes away, in our own words: the server's reasons are for programs' logs. */
function Broken({
  property: { urn, byValue, entities, values },
  after,
}: {
  readonly property: PlannedProperty;
  readonly after: Aspect | undefined;
}): ReactNode {
  const { data: stored } = useProperty(urn);
  const losses = stored && after ? lossesBetween(stored.definition, after, byValue) : [];
  return (
    <Notice tone="warn">
      {losses.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <strong>{clearedText(values)}</strong>
        {values !== entities && values > 0 && ` They are on ${counted(entities, 'asset')}.`}
      </p>
    </Notice>
  );
}

function clearedText(values: number): string {
  if (values === 0) return 'No asset has a value of this property yet, so nothing is lost.';
  if (values === 1) return 'The 1 value of this property is cleared.';
  return `All ${values.toLocaleString('en')} values of this property are cleared.`;
}

function UsedBy({ urn }: { readonly urn: string }): ReactNode {
  const usages = useUsages();
  if (usages === undefined) return null;
  const using = usagesOf(usages, urn, propertyName(urn));
  if (using.length === 0) return <Soft>No forms or saved views use it.</Soft>;
  return (
    <Stack gap={1}>
      <h3>Used by</h3>
      <UsageLinks usages={using} />
    </Stack>
  );
}
