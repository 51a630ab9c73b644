import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { given } from '../../util/given.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';

/** Creates or replaces a connection to another system. Returns it. */
export const upsertConnection = defineOperation({
  name: 'upsertConnection',
  effect: 'write',
  input: (types) =>
    v.object({
      id: v.optional(v.string()),
      platform: types.entityOf('dataPlatform'),
      name: v.nullish(v.string()),
      blob: v.optional(v.string()),
    }),
  needs: platform('MANAGE_CONNECTIONS'),
  run: async ({ id, platform: { urn: of }, name, blob }, work) => {
    if (blob === undefined)
      throw invalidRequest("'json' is required for type JSON. Pass the connection details in it.");
    const connection = { platform: of, blob, ...given({ id, name }) };
    const { urn, sequence } = await work.catalog.connections.upsert(connection, work.permit);
    work.wrote(sequence);
    return work.references.to(urn);
  },
});
