import type { Catalog } from '../../../auth/catalog.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import type { Urn } from '../../../model/urn.ts';

/**
 * Aspects of the existing entities: all versioned aspects, or the named ones; of a named timeseries aspect the latest
 * point.
 */
export async function readAspects(
  catalog: Catalog,
  registry: EntityRegistry,
  urns: readonly Urn[],
  names: readonly string[] | undefined,
): Promise<ReadonlyMap<Urn, readonly Aspect[]>> {
  const found = await catalog.getEntities(urns, names);
  const ofTime = (names ?? []).filter((name) => registry.aspects.get(name)?.kind === 'timeseries');
  const entities = [...found].map(async ([urn, aspects]) => {
    const points = await Promise.all(ofTime.map((name) => catalog.getAspect(urn, name, 0)));
    return [urn, [...aspects.values(), ...points.filter((point) => point !== undefined)]] as const;
  });
  return new Map(await Promise.all(entities));
}
