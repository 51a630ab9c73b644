import * as v from 'valibot';
import { defineRead } from '../operation.ts';
import { checkSearch } from '../search/search-limits.ts';
import { SEARCH } from '../search/search-shape.ts';
import { FLAG, described, objectOf } from '../shapes.ts';
import { WALK } from './lineage-shape.ts';

/** Counts entities upstream or downstream of an entity, both stored ones and those that only a link names. */
export const countLineage = defineRead({
  name: 'countLineage',
  summary: 'Counts the entities upstream or downstream of an entity, stored or only named by a link.',
  input: () =>
    objectOf({
      ...SEARCH,
      ...WALK,
      onlyDeclaredColumns: v.nullish(
        described(
          'Whether columns count only if the schema of their dataset has them; default: false.',
          FLAG,
        ),
        false,
      ),
    }),
  limits: (input) => checkSearch(input),
  isLong: true,
  run: (input, { query, scope }) => query.countLineage(input, scope),
});
