import * as v from 'valibot';
import { POLICY } from '../../model/access/policy.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { policyInput, requireEditable, writePolicy } from './policy.ts';

/** Replaces a policy. Returns its urn. */
export const updatePolicy = defineOperation({
  name: 'updatePolicy',
  effect: 'write',
  input: (types) => v.object({ policy: types.entityOf(POLICY.entityType), to: policyInput }),
  needs: platform('MANAGE_POLICIES'),
  run: async ({ policy, to }, work) => {
    await requireEditable(policy, work);
    return writePolicy(policy.urn, to, work);
  },
});
