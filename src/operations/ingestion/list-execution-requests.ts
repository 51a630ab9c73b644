import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';
import { EXECUTION_REQUEST } from './execution-request.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';

/** Finds runs of ingestion sources. */
export const listExecutionRequests = defineListing(
  'listExecutionRequests',
  EXECUTION_REQUEST,
  platform(MANAGE_INGESTION),
);
