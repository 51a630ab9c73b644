import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEntityNames } from '../../api/entity-names.ts';
import { entityTypeLabel } from '../../api/entity-type-label.ts';
import { Badge } from '../../components/data/badge.tsx';
import { Row, Soft } from '../../components/layout/layout.tsx';
import { entityPath } from '../../urls/paths.ts';
import { assignmentsOf } from '../../shared/values/assignments.ts';
import { valueText } from '../../shared/values/value-text.ts';
import { factsOf } from '../../shared/entities/entity-facts.ts';
import type { StoredEntity } from '../../shared/entities/use-entity.ts';
import { useApplicableDefinitions } from './use-applicable-definitions.ts';

/** Line below an entity's name: its type, location and badges. */
export function AssetLead({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { type, subTypes, platform, domain, isSoftDeleted, deprecation } = factsOf(entity);
  const places = [platform, domain].filter((urn) => urn !== undefined);
  const nameOf = useEntityNames(places);
  return (
    <Row>
      <span>{subTypes.length === 0 ? entityTypeLabel(type) : subTypes.join(', ')}</span>
      {places.map((urn) => (
        <span key={urn}>
          <Soft>{urn === platform ? 'on' : 'in'}</Soft>{' '}
          <Link href={entityPath(urn)}>
            <bdi>{nameOf(urn)}</bdi>
          </Link>
        </span>
      ))}
      {isSoftDeleted && <Badge tone="bad">Soft-deleted</Badge>}
      {deprecation && (
        <Badge tone="warn">
          <span title={deprecation.note}>Deprecated</span>
        </Badge>
      )}
      <PropertyBadges entity={entity} />
    </Row>
  );
}

/** Values of the properties that are set to be shown as badges. */
function PropertyBadges({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { data = [] } = useApplicableDefinitions(entity);
  const assigned = assignmentsOf(entity.aspects.get('structuredProperties')?.value);
  const badges = data
    .filter(({ isBadge }) => isBadge)
    .flatMap((definition) => (assigned.get(definition.urn) ?? []).map((value) => ({ definition, value })));
  const nameOf = useEntityNames(badges.map(({ value }) => String(value)));
  return badges.map(({ definition: { urn, name, valueType }, value }) => (
    <Badge key={`${urn} ${value}`} tone="accent">
      <span title={name}>{valueType === 'urn' ? nameOf(String(value)) : valueText(valueType, value)}</span>
    </Badge>
  ));
}
