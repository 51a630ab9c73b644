import type { LinkScrollInput } from '../../query/relationships/link-query.ts';
import { defineModelledRead } from '../operation.ts';

export type { Link, LinkPage, LinkScrollInput } from '../../query/relationships/link-query.ts';

/** A page of the links between entities. */
export const scrollLinks = defineModelledRead({
  name: 'scrollLinks',
  summary: 'Lists links between entities, page by page.',
  isLong: true,
  run: (input: LinkScrollInput, { query, scope }) => query.scrollLinks(input, scope),
});
