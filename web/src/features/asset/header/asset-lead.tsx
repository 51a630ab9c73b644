import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../../../components/text/with-marks.ts';
import { NameText } from '../../../components/text/name-text.tsx';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { entityTypeLabel } from '../../../api/names/entity-type-label.ts';
import { Ago } from '../../../components/text/ago.tsx';
import { Badge } from '../../../components/text/badge.tsx';
import { AvatarLinks } from '../../../components/icons/avatar-links.tsx';
import { Icon } from '../../../components/icons/icon.tsx';
import { Row, Stack } from '../../../components/layout/layout.tsx';
import { entityPath } from '../../../urls/paths.ts';
import { entityTypeOf } from '../../../urls/urn.ts';
import { assignmentsOf } from '../../../shared/values/assignments.ts';
import { ValueBadge } from '../../../components/data/value-chip.tsx';
import { valueText } from '../../../shared/values/value-text.ts';
import { factsOf } from '../../../shared/entities/entity-facts.ts';
import { ownershipName } from '../../../shared/entities/ownership-name.ts';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';
import { useApplicableDefinitions } from '../use-applicable-definitions.ts';
import { OpenProposals } from './open-proposals.tsx';
import { ReadOnlyLine } from './read-only-line.tsx';

/** Lines below an entity's name: type, domain and badges; owners and last change; whether the person may only read it. */
export function AssetLead({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { type, subTypes, domain, isSoftDeleted, deprecation, owners } = factsOf(entity);
  const change = lastChangeOf(entity);
  const nameOf = useEntityNames([
    ...(domain === undefined ? [] : [domain]),
    ...(change?.actor === undefined ? [] : [change.actor]),
    ...owners.flatMap((owner) => [owner.urn, owner.typeUrn]),
  ]);
  return (
    <Stack gap={2}>
      <Row gap={3}>
        {/* A person's title stands above. */}
        {type !== 'corpuser' && (
          <span>{subTypes.length === 0 ? entityTypeLabel(type) : subTypes.join(', ')}</span>
        )}
        {domain !== undefined && (
          <Link href={entityPath(domain)} className="with-icon">
            <Icon name="domain" />
            <NameText>{nameOf(domain)}</NameText>
          </Link>
        )}
        {isSoftDeleted && <Badge tone="bad">Soft-deleted</Badge>}
        {deprecation && (
          <Badge tone="warn">
            <span title={withMarks(deprecation.note)}>Deprecated</span>
          </Badge>
        )}
        <PropertyBadges entity={entity} />
        <OpenProposals urn={entity.urn} />
      </Row>
      <Row gap={3}>
        {owners.length > 0 && (
          <AvatarLinks
            label="Owners"
            people={owners.map((owner) => ({
              to: entityPath(owner.urn),
              name: nameOf(owner.urn),
              isGroup: entityTypeOf(owner.urn) === 'corpGroup',
              note: ownershipName(nameOf, owner),
            }))}
          />
        )}
        {change && (
          <span>
            Changed <Ago time={change.time} />
            {change.actor !== undefined && (
              <>
                {' by '}
                <NameText>{nameOf(change.actor)}</NameText>
              </>
            )}
          </span>
        )}
      </Row>
      <ReadOnlyLine urn={entity.urn} owners={owners} nameOf={nameOf} />
    </Stack>
  );
}

/** The latest write of any aspect that the person may see. */
function lastChangeOf({
  aspects,
}: StoredEntity): { readonly time: number; readonly actor: string | undefined } | undefined {
  let last: { readonly time: number; readonly actor: string | undefined } | undefined;
  for (const { time, actor } of aspects.values()) {
    if (time !== undefined && time > (last?.time ?? 0)) last = { time, actor };
  }
  return last;
}

/** Values of the properties that are set to be shown as badges. */
function PropertyBadges({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const { data = [] } = useApplicableDefinitions(entity);
  const assigned = assignmentsOf(entity.aspects.get('structuredProperties')?.value);
  const badges = data
    .filter(({ isBadge }) => isBadge)
    .flatMap((definition) => (assigned.get(definition.urn) ?? []).map((value) => ({ definition, value })));
  const nameOf = useEntityNames(badges.map(({ value }) => String(value)));
  return badges.map(({ definition: { colors, urn, name, valueType }, value }) => (
    <ValueBadge key={`${urn} ${value}`} name={name} color={colors.get(String(value))}>
      {valueType === 'urn' ? nameOf(String(value)) : valueText(valueType, value)}
    </ValueBadge>
  ));
}
