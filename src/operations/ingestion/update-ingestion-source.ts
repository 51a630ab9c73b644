import { SOURCE } from '../../model/ingestion/run-request.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { MANAGE_INGESTION, SOURCE_SHAPE, writeSource } from './ingestion-source.ts';
import { objectOf } from '../shapes.ts';

/** Replaces all members of an ingestion source. Returns its urn. */
export const updateIngestionSource = defineOperation({
  name: 'updateIngestionSource',
  effect: 'write',
  summary: 'Replaces an ingestion source.',
  input: (types) => objectOf({ urn: types.entityOf(SOURCE), ...SOURCE_SHAPE }),
  needs: platform(MANAGE_INGESTION),
  run: ({ urn: source, ...input }, work) => writeSource(source.urn, input, work),
});
