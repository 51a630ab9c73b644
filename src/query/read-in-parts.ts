import type { EntityAspects } from '../model/aspect.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Scope } from '../model/scope.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import { ReadTooLargeError } from '../store/read-limit.ts';

/** Maximum characters of the values of a part, unless a single value has more. */
const PART = 16 * 1024 ** 2;

/** `MetadataQuery.getEntities`, whose file imports this one. */
type GetEntities = (
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
  scope: Scope,
  most?: number,
) => Promise<ReadonlyMap<Urn, EntityAspects>>;

/** Dependencies of {@link readInParts}. */
export interface PartsReading {
  readonly getEntities: GetEntities;
  readonly registry: EntityRegistry;
}

type Entities = ReadonlyMap<Urn, EntityAspects>;

/**
 * Reads entities with `getEntities`, in slices small enough for one read, each with its urns. An entity whose aspects
 * together exceed the limit is a separate slice.
 */
export async function* readInSlices(
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
  scope: Scope,
  { getEntities }: Pick<PartsReading, 'getEntities'>,
): AsyncGenerator<readonly [slice: readonly Urn[], entities: Entities], void, undefined> {
  for await (const [slice, entities] of slices(urns, aspectNames, scope, getEntities)) {
    yield [slice, entities ?? (await getEntities(slice, aspectNames, scope))];
  }
}

/**
 * Reads entities with `getEntities`, in parts small enough for one read: for readers that keep little of each. An entity
 * whose aspects together exceed the limit comes in several parts, each with one of its aspects.
 */
export async function* readInParts(
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
  scope: Scope,
  { getEntities, registry }: PartsReading,
): AsyncGenerator<Entities, void, undefined> {
  for await (const [slice, entities] of slices(urns, aspectNames, scope, getEntities)) {
    if (entities !== undefined) {
      yield entities;
      continue;
    }
    for (const urn of slice) {
      const all = registry.findEntity(entityTypeOf(urn))?.aspects.keys() ?? [];
      for (const name of aspectNames ?? all) yield await getEntities([urn], [name], scope);
    }
  }
}

/** Slices with their entities; undefined: the aspects of the slice's only entity together exceed the limit. */
async function* slices(
  urns: readonly Urn[],
  aspectNames: readonly string[] | undefined,
  scope: Scope,
  getEntities: GetEntities,
): AsyncGenerator<readonly [slice: readonly Urn[], entities: Entities | undefined], void, undefined> {
  for (let start = 0, count = urns.length; start < urns.length;) {
    const slice = urns.slice(start, start + count);
    try {
      yield [slice, await getEntities(slice, aspectNames, scope, PART)];
      start += slice.length;
      count = urns.length - start;
    } catch (error) {
      if (!(error instanceof ReadTooLargeError)) throw error;
      count = error.fitting;
      if (count > 0) continue;
      yield [urns.slice(start, start + 1), undefined];
      start++;
      count = urns.length - start;
    }
  }
}
