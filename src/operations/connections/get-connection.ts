import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { CONNECTION } from './connection.ts';
import { objectOf } from '../shapes.ts';

/** The connection; undefined when it does not exist. */
export const getConnection = defineOperation({
  name: 'getConnection',
  effect: 'read',
  summary: 'Gets a connection to another system.',
  input: (types) => objectOf({ connection: types.entityOf(CONNECTION.entityType) }),
  needs: platform(CONNECTION.privilege),
  run: async ({ connection }, { query, scope }) =>
    (await query.existing([connection.urn], scope)).has(connection.urn) ? connection : undefined,
});
