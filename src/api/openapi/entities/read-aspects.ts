import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import type { Urn } from '../../../model/urn.ts';

/**
 * Aspects of the existing entities: all versioned aspects, or the named ones; of a named timeseries aspect the latest
 * point.
 */
export async function readAspects(
  requester: Requester,
  registry: EntityRegistry,
  urns: readonly Urn[],
  names: readonly string[] | undefined,
): Promise<ReadonlyMap<Urn, readonly Aspect[]>> {
  const found = await requester.run(getEntities, { urns, aspectNames: names });
  const ofTime = (names ?? []).filter((name) => registry.aspects.get(name)?.kind === 'timeseries');
  const entities = [...found].map(async ([urn, aspects]) => {
    const points = await Promise.all(
      ofTime.map((name) => requester.run(getAspect, { urn, aspectName: name, version: 0 })),
    );
    return [urn, [...aspects.values(), ...points.filter((point) => point !== undefined)]] as const;
  });
  return new Map(await Promise.all(entities));
}
