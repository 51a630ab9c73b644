import { criterionProblems } from '../../model/access/check-policy.ts';
import { POLICY } from '../../model/access/policy.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/** The criteria of a policy must name known fields: with others it would apply to nothing. */
export const policyFields: Validator = {
  name: 'policyFields',
  aspects: [POLICY.infoAspect],
  check: ({ after, before }) => {
    // Stored problems are not refused, so that such a policy can be deactivated.
    const stored = new Set(before === undefined ? [] : criterionProblems(before));
    const added =
      after === undefined ? [] : criterionProblems(after).filter((problem) => !stored.has(problem));
    return added.map((message) => ({
      message,
      field: 'resources.filter',
      ...because('POLICY_PART_UNKNOWN'),
    }));
  },
};
