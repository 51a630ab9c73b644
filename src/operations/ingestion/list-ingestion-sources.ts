import { SOURCE } from '../../model/ingestion/run-request.ts';
import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';

/** Finds ingestion sources. */
export const listIngestionSources = defineListing(
  'listIngestionSources',
  'Lists ingestion sources, optionally by a search query.',
  SOURCE,
  platform(MANAGE_INGESTION),
);
