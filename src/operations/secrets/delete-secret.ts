import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';

/** Deletes a secret. Returns its urn. */
export const deleteSecret = defineOperation({
  name: 'deleteSecret',
  effect: 'delete',
  input: (types) => v.object({ secret: types.entityOf('dataHubSecret') }),
  needs: { kind: 'platform', anyOf: ['MANAGE_SECRETS'], about: ({ secret }) => secret },
  denial: NAMING_PRIVILEGES,
  run: async ({ secret }, work) => {
    const { urn, sequence } = await work.catalog.secrets.delete(secret.urn, work.permit);
    work.wrote(sequence);
    return urn;
  },
});
