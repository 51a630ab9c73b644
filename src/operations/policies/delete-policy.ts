import { POLICY } from '../../model/access/policy.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { requireStored } from './policy.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a policy. Returns its urn. */
export const deletePolicy = defineOperation({
  name: 'deletePolicy',
  effect: 'delete',
  summary: 'Deletes a policy.',
  input: (types) => objectOf({ urn: types.entityOf(POLICY.entityType) }),
  needs: platform('MANAGE_POLICIES'),
  run: async ({ urn: policy }, work) => {
    await requireStored(policy, work);
    await work.deleteEntity(policy.urn);
    return policy.urn;
  },
});
