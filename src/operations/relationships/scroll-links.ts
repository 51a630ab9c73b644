import * as v from 'valibot';
import { list } from '../input-types.ts';
import { DIRECTION } from '../lineage/lineage-shape.ts';
import { defineRead } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { FLAG, NUMBER, TEXT, URN, maybe, objectOf } from '../shapes.ts';

export type { Link, LinkPage, LinkScrollInput } from '../../query/relationships/link-query.ts';

/** A page of the links between entities. */
export const scrollLinks = defineRead({
  name: 'scrollLinks',
  summary: 'Lists links between entities, page by page.',
  isLong: true,
  input: () =>
    objectOf({
      types: v.nullish(list(TEXT), []),
      sources: v.exactOptional(list(URN)),
      destinations: v.exactOptional(list(URN)),
      ends: v.exactOptional(list(URN)),
      sourceTypes: v.nullish(list(TEXT), []),
      destinationTypes: v.nullish(list(TEXT), []),
      isLineage: v.nullish(FLAG, false),
      direction: v.exactOptional(DIRECTION),
      includeSoftDelete: v.nullish(FLAG, false),
      count: v.nullish(NUMBER, DEFAULT_COUNT),
      scrollId: maybe(TEXT),
    }),
  run: (input, { query, scope }) => query.scrollLinks(input, scope),
});
