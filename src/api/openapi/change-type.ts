import type { QueryParameters } from '../http/query-parameters.ts';
import type { WriteType } from './read-batch.ts';

/** Names of the query parameters of `changeTypeOf`. */
export const CHANGE_TYPE_PARAMETERS: readonly string[] = ['createIfNotExists', 'createIfEntityNotExists'];

/**
 * Change type of a POST: `createIfNotExists` only creates aspects (CREATE), `createIfEntityNotExists` only creates
 * entities (CREATE_ENTITY); without either the value replaces the existing one (UPSERT).
 */
export function changeTypeOf(parameters: QueryParameters, createsByDefault: boolean): WriteType {
  if (parameters.flag('createIfNotExists', createsByDefault)) return 'CREATE';
  return parameters.flag('createIfEntityNotExists', false) ? 'CREATE_ENTITY' : 'UPSERT';
}
