import type { QueryParameters } from '../http/query-parameters.ts';
import type { WriteType } from './read-batch.ts';

/**
 * How a POST treats what exists: `createIfNotExists` creates aspects only, `createIfEntityNotExists` entities only,
 * and without either the value replaces what is there.
 */
export function changeTypeOf(parameters: QueryParameters, createsByDefault: boolean): WriteType {
  if (parameters.flag('createIfNotExists', createsByDefault)) return 'CREATE';
  return parameters.flag('createIfEntityNotExists', false) ? 'CREATE_ENTITY' : 'UPSERT';
}
