import { POLICY } from '../../model/access/policy.ts';
import { formatUrn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { policyInput, writePolicy } from './policy.ts';
import { objectOf } from '../shapes.ts';

/** Creates a policy. Returns its urn. */
export const createPolicy = defineOperation({
  name: 'createPolicy',
  effect: 'write',
  summary: 'Creates a policy that grants privileges.',
  input: () => objectOf({ to: policyInput }),
  needs: platform('MANAGE_POLICIES'),
  run: ({ to }, work) => writePolicy(formatUrn(POLICY.entityType, work.settings.newId()), to, work),
});
