import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../../api/entity-names.ts';
import { Badge } from '../../../components/data/badge.tsx';
import { Moment } from '../../../components/data/moment.tsx';
import { Facts } from '../../../components/data/table.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../../components/layout/layout.tsx';
import { entityPath, propertyPath } from '../../../urls/paths.ts';
import { usagesOf, useUsages } from '../definition/usages.ts';
import { UsageLinks } from '../definition/usage-links.tsx';
import { propertyName } from '../definition/stored-property.ts';
import { entityTypeLabel } from '../definition/value-types.ts';
import { losesValues, versionOf, type Counts, type Plan, type PlannedProperty } from './plan.ts';

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
          <PlannedChange property={property} version={versionOf(plan, property.urn)} />
        </Stack>
      ))}
      {plan.undoableUntil !== undefined && <Undoable until={plan.undoableUntil} />}
    </Stack>
  );
}

/** Deadline until which removed values can be restored. */
function Undoable({ until }: { readonly until: number }): ReactNode {
  if (until <= Date.now()) return <p>This cannot be undone: this server does not keep removed values.</p>;
  return (
    <p>
      It can be undone until <Moment time={until} />: a deletion on the property’s page, any other change with{' '}
      <code>colophon undo</code>.
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
    text: 'All stored values of this property are hidden at once and then removed.',
  },
  delete: { label: 'Delete', tone: 'bad', text: 'Its values are no longer shown.' },
};

function PlannedChange({
  property,
  version,
}: {
  readonly property: PlannedProperty;
  readonly version: string | undefined;
}): ReactNode {
  const { change, reasons, entities, values } = property;
  const nameOf = useEntityNames(property.byPlatform.map(({ value }) => value));
  const known = CHANGES[change] ?? { label: change, tone: 'plain' as const, text: '' };
  return (
    <Stack gap={3}>
      <Row>
        <Badge tone={known.tone}>{known.label}</Badge>
        <span>{known.text}</span>
      </Row>
      {change === 'breaking' && (
        <Notice tone="warn">
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {version !== undefined && (
            <p>
              New version: <code>{version}</code>.
            </p>
          )}
        </Notice>
      )}
      {losesValues(property) && (
        <>
          <Facts
            facts={[
              { label: 'Assets', value: entities.toLocaleString('en') },
              { label: 'Values', value: values.toLocaleString('en') },
            ]}
          />
          <CountList title="By type" counts={property.byEntityType} labelOf={entityTypeLabel} />
          <CountList title="By platform" counts={property.byPlatform} labelOf={nameOf} />
          <CountList title="By value" counts={property.byValue} labelOf={valueLabel} />
          <Examples urns={property.sampleUrns} total={entities} />
        </>
      )}
      <UsedBy urn={property.urn} />
    </Stack>
  );
}

function valueLabel(value: string): string {
  return value.replace(/^(-?\d+)\.0$/, '$1');
}

function CountList({
  title,
  counts,
  labelOf,
}: {
  readonly title: string;
  readonly counts: Counts;
  readonly labelOf: (value: string) => string;
}): ReactNode {
  if (counts.length === 0) return null;
  return (
    <Stack gap={1}>
      <h3>{title}</h3>
      <Facts
        facts={counts
          .slice(0, 20)
          .map(({ value, count }) => ({ label: labelOf(value), value: count.toLocaleString('en') }))}
      />
    </Stack>
  );
}

function Examples({ urns, total }: { readonly urns: readonly string[]; readonly total: number }): ReactNode {
  const nameOf = useEntityNames(urns);
  if (urns.length === 0) return null;
  return (
    <Stack gap={1}>
      <h3>{urns.length < total ? `${urns.length} of these assets` : 'These assets'}</h3>
      <ul>
        {urns.map((urn) => (
          <li key={urn}>
            <Link href={entityPath(urn)}>{nameOf(urn)}</Link>
          </li>
        ))}
      </ul>
    </Stack>
  );
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
