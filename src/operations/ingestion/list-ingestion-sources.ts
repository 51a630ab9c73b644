import { platform } from '../needs.ts';
import { defineListing } from '../search/define-listing.ts';
import { MANAGE_INGESTION, SOURCE } from './ingestion-source.ts';

/** Finds ingestion sources. */
export const listIngestionSources = defineListing('listIngestionSources', SOURCE, platform(MANAGE_INGESTION));
