import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import type { Urn } from '../../model/urn.ts';
import type { ScopedReader, UrnPage } from '../../store/scoped-reader.ts';
import { readInParts, type PartsReading } from '../read-in-parts.ts';
import { likePattern } from './like.ts';

/** Urns per page; yields to the event loop after each page. */
const PAGE = 1_000;

export interface AspectCountParts {
  readonly reader: Pick<ScopedReader, 'urnsAfter'>;
  readonly registry: EntityRegistry;
  readonly getEntities: PartsReading['getEntities'];
}

/**
 * Counts the visible entities that have an aspect and whose urn matches a SQL LIKE pattern, if given. Scans all urns with
 * the literal prefix of the pattern.
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
  for (const prefix of prefixes(registry, aspectName, urnLike)) {
    const isWanted = (urn: Urn): boolean => urn.startsWith(prefix) && fits(urn);
    for (let after: string | undefined = prefix.slice(0, -1); after !== undefined;) {
      const { urns, next }: UrnPage = await reader.urnsAfter(after, PAGE, isWanted, scope);
      for await (const entities of readInParts(urns, [aspectName], scope, parts)) {
        for (const aspects of entities.values()) if (aspects.has(aspectName)) count++;
      }
      const isPast = next !== undefined && next > prefix && !next.startsWith(prefix);
      after = isPast ? undefined : next;
      await new Promise((resolve) => setImmediate(resolve));
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
