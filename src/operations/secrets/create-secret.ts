import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { secretInput } from './secret.ts';

/** Creates a secret that ingestion recipes can refer to; CONFLICT when its name is taken. Returns its urn. */
export const createSecret = defineOperation({
  name: 'createSecret',
  effect: 'write',
  input: () => v.object({ secret: secretInput }),
  needs: platform('MANAGE_SECRETS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ secret }, work) => {
    const { urn, sequence } = await work.catalog.secrets.create(secret, work.permit);
    work.wrote(sequence);
    return urn;
  },
});
