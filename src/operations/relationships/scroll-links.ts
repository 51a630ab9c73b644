import type { LinkScrollInput } from '../../query/relationships/link-query.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

export type { Link, LinkPage, LinkScrollInput } from '../../query/relationships/link-query.ts';

/** A page of the links between entities. */
export const scrollLinks = defineModelled({
  name: 'scrollLinks',
  effect: 'read',
  needs: READ,
  isLong: true,
  run: (input: LinkScrollInput, { query, scope }) => query.scrollLinks(input, scope),
});
