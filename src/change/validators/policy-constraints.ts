import { POLICY } from '../../model/access/policy.ts';
import { parseConstraints } from '../../model/access/privilege-constraints.ts';
import { isJsonObject, type JsonObject } from '../../util/json.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/** Constraints of a policy must be of a supported kind: with others, it would grant nothing. */
export const policyConstraints: Validator = {
  name: 'policyConstraints',
  aspects: [POLICY.infoAspect],
  check: ({ before, after }) => {
    // Stored problems are not refused, so that such a policy can be deactivated.
    const stored = new Set(problemsOf(before));
    const added = problemsOf(after).filter((problem) => !stored.has(problem));
    return added.map((message) => ({
      message,
      field: 'resources.privilegeConstraints',
      ...because('POLICY_PART_UNKNOWN'),
    }));
  },
};

function problemsOf(info: JsonObject | undefined): readonly string[] {
  const resources = info?.['resources'];
  return isJsonObject(resources) ? parseConstraints(resources['privilegeConstraints']).problems : [];
}
