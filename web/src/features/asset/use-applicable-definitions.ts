import { useMemo } from 'react';
import { entityTypeOf } from '../../urls/urn.ts';
import type { PropertyDefinition } from '../../shared/values/property-definition.ts';
import { useDefinitions } from '../../shared/values/use-definitions.ts';
import { factsOf } from '../../shared/entities/entity-facts.ts';
import type { StoredEntity } from '../../shared/entities/use-entity.ts';

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
