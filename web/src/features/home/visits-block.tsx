import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { visitsOf } from '../../api/person/visits.ts';
import { entityTypeLabel } from '../../api/names/entity-type-label.ts';
import { EntityIcon } from '../../components/icons/entity-icon.tsx';
import { BlockEmpty, BlockRow, BlockRows } from '../../components/layout/dashboard.tsx';
import { entityPath } from '../../urls/paths.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import { existingQuery } from './assets-data.ts';
import { LoadedBlock } from './loaded-block.tsx';

/** Maximum visits shown. */
const MAX_SHOWN = 6;

/** The entities that the person visited last and that still exist. */
export function VisitsBlock({ person }: { readonly person: string }): ReactNode {
  const [urns] = useState(() => visitsOf(person).map(({ urn }) => urn));
  const { data, error, refetch } = useQuery(existingQuery(urns));
  return (
    <LoadedBlock
      title="Visited last"
      data={urns.length === 0 ? [] : data}
      error={error}
      onRetry={() => void refetch()}
    >
      {(visited) =>
        visited.length === 0 ? (
          <BlockEmpty>The pages that you open appear here.</BlockEmpty>
        ) : (
          <BlockRows>
            {visited.slice(0, MAX_SHOWN).map(({ name, urn }) => (
              <BlockRow
                key={urn}
                to={entityPath(urn)}
                icon={<EntityIcon type={entityTypeOf(urn)} />}
                note={entityTypeLabel(entityTypeOf(urn))}
              >
                <NameText>{name}</NameText>
              </BlockRow>
            ))}
          </BlockRows>
        )
      }
    </LoadedBlock>
  );
}
