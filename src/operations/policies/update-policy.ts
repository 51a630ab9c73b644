import * as v from 'valibot';
import { POLICY } from '../../model/access/policy.ts';
import { given } from '../../util/given.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { policyInput, writePolicy } from './policy.ts';
import { objectOf } from '../shapes.ts';

/** Replaces a policy, or creates it with this urn, for tools that declare policies. Returns its urn. */
export const updatePolicy = defineOperation({
  name: 'updatePolicy',
  effect: 'write',
  summary: 'Replaces a policy, or creates it with the given urn.',
  input: (types) =>
    objectOf({
      policy: types.entityOf(POLICY.entityType),
      to: policyInput,
      /** Condition of the write, as in a proposal. */
      ifVersionMatch: v.nullish(v.string()),
    }),
  needs: platform('MANAGE_POLICIES'),
  run: ({ policy, to, ifVersionMatch }, work) => writePolicy(policy.urn, to, work, given({ ifVersionMatch })),
});
