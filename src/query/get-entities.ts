import type { Aspect, EntityAspects } from '../model/aspect.ts';
import { derivedAspectNames, derivedIfFit } from '../model/aspects/derived-aspects.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { withoutSecret, withoutSecrets } from '../model/aspects/secret-aspects.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { EntityRow } from '../store/entity-rows.ts';
import type { ScopedReader } from '../store/scoped-reader.ts';
import type { MetadataQuery } from './metadata-query.ts';

export type EntityReading = Pick<MetadataQuery, 'getEntities' | 'getAspect' | 'formerMetadata' | 'existing'>;

export interface EntityReadingParts {
  readonly reader: ScopedReader;
  readonly registry: EntityRegistry;
  /** Maximum characters of the versions of one aspect per read. */
  readonly readSize: number;
}

/** Creates reading of entities from the store. Aspects that are not stored are derived from the urn where possible. */
export function createEntityReading({ reader, readSize, registry }: EntityReadingParts): EntityReading {
  const getEntities: EntityReading['getEntities'] = async (urns, aspectNames, scope, most) => {
    if (urns.length === 0) return new Map();
    await scope.settle(urns);
    const found = await reader.entities(urns, aspectNames, scope, most);
    return new Map(
      [...found].map(([urn, { entity, aspects }]) => [
        urn,
        withDerived(entity, withoutSecrets(aspects), aspectNames, registry),
      ]),
    );
  };

  return {
    getEntities,
    getAspect: async (urn, aspectName, version, scope) => {
      const key = { urn, aspectName };
      const spec = registry.findEntity(entityTypeOf(urn));
      await scope.settle([urn]);
      if (spec?.aspects.get(aspectName)?.kind === 'timeseries') {
        return (await reader.points(key, 1, scope, version === 0 ? undefined : { to: version }))[0];
      }
      const stored = await reader.version(key, version, scope);
      if (stored !== undefined) return withoutSecret(stored);
      if (version !== 0) {
        const latest = await reader.version(key, 0, scope);
        return latest?.systemMetadata.version === String(version) ? withoutSecret(latest) : undefined;
      }
      if (spec === undefined || !derivedAspectNames(spec).includes(aspectName)) return undefined;
      return (await getEntities([urn], [aspectName], scope)).get(urn)?.get(aspectName);
    },
    formerMetadata: async (key, scope) => {
      await scope.settle([key.urn]);
      const { versions } = await reader.history(key, scope, readSize);
      return versions
        .flatMap(({ aspect, version }) =>
          aspect === undefined || version === 0 ? [] : aspect.systemMetadata,
        )
        .toReversed();
    },
    existing: async (urns, scope) => {
      await scope.settle(urns);
      return new Set((await reader.entities(urns, [], scope)).keys());
    },
  };
}

/** The named aspects of an entity, with those derived from its urn. */
export function withDerived(
  entity: EntityRow,
  stored: EntityAspects,
  aspectNames: readonly string[] | undefined,
  registry: EntityRegistry,
): EntityAspects {
  const spec = registry.findEntity(entityTypeOf(entity.urn));
  if (spec === undefined) return stored;
  const isWanted = (name: string): boolean => !stored.has(name) && (aspectNames?.includes(name) ?? true);
  const derived = derivedIfFit(spec, entity, isWanted) ?? [];
  return derived.length === 0 ? stored : new Map([...derived.map(named), ...stored]);
}

function named(aspect: Aspect): [string, Aspect] {
  return [aspect.aspectName, aspect];
}
