import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { defineOperation } from '../operation.ts';
import { secretInput } from './secret.ts';

/** Replaces the value and description of a secret. Returns its urn. */
export const updateSecret = defineOperation({
  name: 'updateSecret',
  effect: 'write',
  input: (types) => v.object({ secret: types.entityOf('dataHubSecret'), to: secretInput }),
  needs: { kind: 'platform', anyOf: ['MANAGE_SECRETS'], about: ({ secret }) => secret },
  denial: NAMING_PRIVILEGES,
  run: async ({ secret, to }, work) => {
    const { urn, sequence } = await work.catalog.secrets.update(secret.urn, to, work.permit);
    work.wrote(sequence);
    return urn;
  },
});
