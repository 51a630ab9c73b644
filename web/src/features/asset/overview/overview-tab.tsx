import type { ReactNode } from 'react';
import { loadedLater } from '../../../components/feedback/loaded-later.tsx';
import { Sidebar, Stack } from '../../../components/layout/layout.tsx';
import { factsOf } from '../../../shared/entities/entity-facts.ts';
import type { StoredEntity } from '../../../shared/entities/use-entity.ts';
import { useMayPropose, useRights } from '../../../shared/rights/use-rights.ts';
import { ColumnOverview } from '../../../shared/columns/column-overview.tsx';
import { Description } from '../../../shared/descriptions/description.tsx';
import { descriptionOfEntity } from '../../../shared/descriptions/stored-description.ts';
import { CheckFacts } from './check-facts.tsx';
import { descriptionRight, isDescriptionProposable } from './description-right.ts';
import { Glance } from './glance.tsx';
import { Summary } from './summary.tsx';
import { ViewDefinition } from './view-definition.tsx';

const ProposeDescription = loadedLater(
  async () => (await import('../../../shared/proposals/propose-description.tsx')).ProposeDescription,
);

/** What one comes for: the description, properties shown in summaries and, beside them, owners, labels and links. */
export function OverviewTab({ entity }: { readonly entity: StoredEntity }): ReactNode {
  const rightTo = useRights(entity.urn);
  const { description, type } = factsOf(entity);
  const mayPropose = useMayPropose(entity.urn) && isDescriptionProposable(entity);
  return (
    <Sidebar end side={<Summary entity={entity} />}>
      <Stack gap={5}>
        {type === 'schemaField' ? (
          <ColumnOverview urn={entity.urn} />
        ) : (
          <Description
            stored={descriptionOfEntity(entity.urn)}
            text={description ?? ''}
            right={descriptionRight(entity, rightTo('description'))}
            proposal={
              mayPropose
                ? (close) => <ProposeDescription urn={entity.urn} text={description ?? ''} onClose={close} />
                : undefined
            }
          />
        )}
        <CheckFacts entity={entity} />
        <Glance entity={entity} />
        <ViewDefinition entity={entity} />
      </Stack>
    </Sidebar>
  );
}
