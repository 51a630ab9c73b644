import { useMemo } from 'react';
import { entityTypeOf } from '../../urls/urn.ts';
import type { PropertyDefinition } from '../values/property-definition.ts';
import { useDefinitions } from '../values/use-definitions.ts';
import { factsOf } from './entity-facts.ts';
import type { StoredEntity } from './use-entity.ts';

/** The structured properties that apply to an entity by its type and platform. */
export function useApplicableDefinitions(entity: StoredEntity): {
  readonly data: readonly PropertyDefinition[] | undefined;
  readonly error: Error | null;
} {
  const { data, error } = useDefinitions(entityTypeOf(entity.urn));
  const applicable = useMemo(() => {
    const { platform } = factsOf(entity);
    return data?.filter(
      ({ allowedPlatforms }) =>
        allowedPlatforms.length === 0 || (platform !== undefined && allowedPlatforms.includes(platform)),
    );
  }, [data, entity]);
  return { data: applicable, error };
}
