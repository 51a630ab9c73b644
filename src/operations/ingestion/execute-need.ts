import type { EntityReference } from '../../model/entity-reference.ts';
import type { Need } from '../needs.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';

/** The need to run an ingestion source and to stop its runs: the privilege on all sources, or on this one. */
export const EXECUTE_INGESTION: Need<{ readonly ingestionSourceUrn: EntityReference }> = {
  anyOf: [MANAGE_INGESTION, 'EXECUTE_ENTITY'],
  on: ({ ingestionSourceUrn }) => ingestionSourceUrn,
};
