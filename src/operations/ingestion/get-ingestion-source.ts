import { SOURCE } from '../../model/ingestion/run-request.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';
import { objectOf } from '../shapes.ts';

/** The ingestion source; undefined when it does not exist. */
export const getIngestionSource = defineOperation({
  name: 'getIngestionSource',
  effect: 'read',
  summary: 'Gets an ingestion source.',
  input: (types) => objectOf({ source: types.entityOf(SOURCE) }),
  needs: platform(MANAGE_INGESTION),
  run: async ({ source }, { query, scope }) =>
    (await query.existing([source.urn], scope)).has(source.urn) ? source : undefined,
});
