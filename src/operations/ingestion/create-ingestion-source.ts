import { SOURCE } from '../../model/ingestion/run-request.ts';
import { formatUrn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { MANAGE_INGESTION, SOURCE_SHAPE, writeSource } from './ingestion-source.ts';
import { objectOf } from '../shapes.ts';

/** Creates an ingestion source. Returns its urn. */
export const createIngestionSource = defineOperation({
  name: 'createIngestionSource',
  effect: 'write',
  summary: 'Creates an ingestion source.',
  input: () => objectOf(SOURCE_SHAPE),
  needs: platform(MANAGE_INGESTION),
  run: (input, work) => writeSource(formatUrn(SOURCE, work.settings.newId()), input, work),
});
