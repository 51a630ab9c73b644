import type { EntityAspects } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataReader } from '../../store/metadata-store.ts';
import { likePattern } from './like.ts';

/** Urns per page; yields to the event loop after each page. */
const PAGE = 1_000;

export interface AspectCountParts {
  readonly reader: Pick<MetadataReader, 'urnsAfter'>;
  readonly registry: EntityRegistry;
  readonly getEntities: (
    urns: readonly Urn[],
    aspectNames: readonly string[],
    scope: Scope,
  ) => Promise<ReadonlyMap<Urn, EntityAspects>>;
}

/**
 * Counts the visible entities that have an aspect and whose urn matches a SQL LIKE pattern, if given. Scans all urns with
 * the literal prefix of the pattern.
 */
export async function countAspects(
  { reader, registry, getEntities }: AspectCountParts,
  aspectName: string,
  urnLike: string | undefined,
  scope: Scope,
): Promise<number> {
  const fits = urnLike === undefined ? () => true : likePattern(urnLike);
  let count = 0;
  for (const prefix of prefixes(registry, aspectName, urnLike)) {
    for await (const urns of pagesBelow(prefix, reader)) {
      const candidates = urns.filter(fits);
      const entities = await getEntities(candidates, [aspectName], scope);
      for (const aspects of entities.values()) if (aspects.has(aspectName)) count++;
    }
  }
  return count;
}

/** Urn prefixes to scan: one for each entity type with the aspect, narrowed by the literal prefix of the pattern. */
function prefixes(
  registry: EntityRegistry,
  aspectName: string,
  urnLike: string | undefined,
): readonly string[] {
  const literal = urnLike?.split(/[%_]/, 1)[0] ?? '';
  const types = [...registry.entities.values()].filter(({ aspects }) => aspects.has(aspectName));
  return types.flatMap(({ name }) => {
    const ofType = `urn:li:${name}:`;
    if (literal.startsWith(ofType)) return [literal];
    return ofType.startsWith(literal) ? [ofType] : [];
  });
}

async function* pagesBelow(
  prefix: string,
  reader: AspectCountParts['reader'],
): AsyncGenerator<readonly Urn[]> {
  let after: string = prefix.slice(0, -1);
  for (;;) {
    const page = await reader.urnsAfter(after, PAGE);
    const below = page.filter((urn) => urn.startsWith(prefix));
    if (below.length > 0) yield below;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || (last > prefix && !last.startsWith(prefix))) return;
    after = last;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
