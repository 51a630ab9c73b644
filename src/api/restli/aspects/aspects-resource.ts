import { restoreIndices } from '../operations-resource.ts';
import type { Resource } from '../resource.ts';
import { readVersion } from './get-aspect.ts';
import { getCount } from './get-count.ts';
import { ingestProposal, ingestProposalBatch } from './ingest-proposals.ts';
import { getTimeseriesAspectValues } from './timeseries.ts';

/** `/aspects`: single aspects, change proposals, and timeseries points. */
export const ASPECTS: Resource = {
  name: 'aspects',
  get: readVersion,
  actions: { ingestProposal, ingestProposalBatch, getTimeseriesAspectValues, getCount, restoreIndices },
};
