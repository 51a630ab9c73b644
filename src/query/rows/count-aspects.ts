import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import type { ScopedReader } from '../../store/scoped-reader.ts';
import type { UrnPage } from '../../store/urn-page.ts';
import { readInParts, type PartsReading } from '../read-in-parts.ts';
import { likePattern } from './like.ts';

/** Urns per page; yields to the event loop after each page. */
const PAGE = 1_000;

export interface AspectCountParts {
  readonly reader: Pick<ScopedReader, 'urns'>;
  readonly registry: EntityRegistry;
  readonly getEntities: PartsReading['getEntities'];
}

/**
 * Counts the visible entities that have an aspect and whose urn matches a SQL LIKE pattern, if given. Scans all urns of
 * the entity types that can fit.
 */
export async function countAspects(
  parts: AspectCountParts,
  aspectName: string,
  urnLike: string | undefined,
  scope: Scope,
): Promise<number> {
  const { reader, registry } = parts;
  const fits = urnLike === undefined ? () => true : likePattern(urnLike);
  let count = 0;
  for (const entityType of typesOf(registry, aspectName, urnLike)) {
    let place: string | undefined;
    do {
      const { next, urns }: UrnPage = await reader.urns({ entityType, place, limit: PAGE }, fits, scope);
      for await (const entities of readInParts(urns, [aspectName], scope, parts)) {
        for (const aspects of entities.values()) if (aspects.has(aspectName)) count++;
      }
      place = next;
      await new Promise((resolve) => setImmediate(resolve));
    } while (place !== undefined);
  }
  return count;
}

/** Entity types with the aspect whose urns can begin as the pattern does. */
function typesOf(
  registry: EntityRegistry,
  aspectName: string,
  urnLike: string | undefined,
): readonly string[] {
  const literal = urnLike?.split(/[%_]/, 1)[0] ?? '';
  const types = [...registry.entities.values()].filter(({ aspects }) => aspects.has(aspectName));
  return types
    .map(({ name }) => name)
    .filter((name) => {
      const ofType = `urn:li:${name}:`;
      return literal.startsWith(ofType) || ofType.startsWith(literal);
    });
}
