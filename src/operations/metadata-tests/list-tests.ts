import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';
import { METADATA_TEST } from './metadata-test.ts';

/** Finds metadata tests. */
export const listTests = defineListing(
  'listTests',
  'Lists metadata tests, optionally by a search query.',
  METADATA_TEST,
  platform('MANAGE_TESTS', 'VIEW_TESTS'),
);
