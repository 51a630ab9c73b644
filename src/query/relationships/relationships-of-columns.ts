import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Scope } from '../../model/scope.ts';
import { compareUrns, type Urn } from '../../model/urn.ts';
import { COLUMN_ASPECTS, COLUMN_RELATIONSHIP } from '../../model/relationships/column-links.ts';
import { DOWNSTREAM_COLUMNS, UPSTREAM_COLUMNS } from '../../search/links/column-fields.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { linksFrom, linksTo, type LinkReader } from '../../search/links/stated-links.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { inStepsOfRead } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { readInParts } from '../read-in-parts.ts';
import { entitiesMatching } from './entities-matching.ts';
import type { MetadataQuery } from '../metadata-query.ts';

export interface ColumnLinkParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
}

/**
 * Outgoing or incoming links between a column and other columns that are stated by third entities. One result per other
 * column, sorted by urn, with the query or job that creates the link, if known. Hidden columns are omitted.
 */
export async function linksOfColumn(
  urn: Urn,
  direction: 'INCOMING' | 'OUTGOING',
  scope: Scope,
  parts: ColumnLinkParts,
): Promise<readonly { readonly urn: Urn; readonly via: Urn | undefined }[]> {
  const { index, linksOf, registry } = parts;
  const isOutgoing = direction === 'OUTGOING';
  const field = isOutgoing ? DOWNSTREAM_COLUMNS : UPSTREAM_COLUMNS;
  const where = { kind: 'terms', field, values: [urn], ignoreCase: false } as const;
  const found = new Map<Urn, Urn | undefined>();
  for await (const holders of entitiesMatching(index, [...registry.entities.keys()], where)) {
    for await (const entities of readInParts(holders, COLUMN_ASPECTS, scope, parts)) {
      for (const [holder, aspects] of entities) {
        for (const aspect of aspects.values()) {
          const stated = await inStepsOfRead(linksOf(aspect));
          for (const link of isOutgoing ? linksFrom(stated, urn) : linksTo(stated, urn)) {
            if (link.source === holder || link.type !== COLUMN_RELATIONSHIP) continue;
            const other = isOutgoing ? link.destination : link.source;
            found.set(other, found.get(other) ?? link.via);
          }
        }
        if (isTurnOver()) await nextTurnOfRead();
      }
    }
    await nextTurnOfRead();
  }
  const urns = [...found].flatMap(([other, via]) => (via === undefined ? [other] : [other, via]));
  await scope.settle(urns);
  return [...found]
    .filter(([other]) => scope.seesEntity(other))
    .map(([other, via]) => ({
      urn: other,
      via: via !== undefined && scope.seesEntity(via) ? via : undefined,
    }))
    .sort((a, b) => compareUrns(a.urn, b.urn));
}
