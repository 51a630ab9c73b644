import { EXECUTION_REQUEST } from '../../model/ingestion/run-request.ts';
import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';

/** Finds runs of ingestion sources. */
export const listExecutionRequests = defineListing(
  'listExecutionRequests',
  'Lists runs of ingestion sources, optionally by a search query.',
  EXECUTION_REQUEST.entityType,
  platform(MANAGE_INGESTION),
);
