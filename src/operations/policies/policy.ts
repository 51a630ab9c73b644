import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { policyProblems } from '../../model/access/check-policy.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { POLICY } from '../../model/access/policy.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import type { WriteCondition } from '../../model/proposal.ts';
import { type Urn, urnKey } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import type { JsonObject } from '../../util/json.ts';
import { refusingExisting } from '../create-once.ts';
import { list } from '../input-types.ts';
import { OBJECT, objectOf } from '../shapes.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

/** Shape of a policy; `policyProblems` checks the rest. */
export const policyInput = objectOf({
  type: v.string(),
  name: v.string(),
  state: v.string(),
  description: v.nullish(v.string()),
  resources: v.optional(OBJECT),
  privileges: list(v.string()),
  actors: OBJECT,
});

/**
 * Creates or replaces a policy. It takes effect with the next request. Throws FORBIDDEN for one that is not editable,
 * CONFLICT if the stored one is hidden from the caller, INVALID_REQUEST for an invalid policy, PRECONDITION if the
 * condition does not hold.
 */
export async function writePolicy(
  urn: Urn,
  to: v.InferOutput<typeof policyInput>,
  work: Work,
  condition: WriteCondition = {},
): Promise<Urn> {
  const value = valueOf(to, work);
  const stored = await readAspect(urn, POLICY.infoAspect, work);
  const write = stored === undefined ? creationOf : upsertOf;
  await refusingExisting(
    () =>
      new CatalogError(
        'CONFLICT',
        `The policy ${urn} is taken. Choose another urn.`,
        because('NAME_TAKEN', { name: urnKey(urn) }),
      ),
    () => work.ingest([{ ...write(urn, POLICY.infoAspect, value), condition }]),
  );
  return urn;
}

/** The aspect to store. */
function valueOf(
  { name, description, resources, ...others }: v.InferOutput<typeof policyInput>,
  work: Work,
): JsonObject {
  const value = {
    displayName: name,
    description: description ?? '',
    ...others,
    ...given({ resources }),
    editable: true,
    lastUpdatedTimestamp: work.settings.now(),
  };
  const problems = policyProblems(value, work.settings.registry);
  if (problems.length > 0) {
    const listed = problems.map(
      (message) => ({ code: 'INVALID_REQUEST', message, ...because('POLICY_PART_UNKNOWN') }) as const,
    );
    throw new CatalogError('INVALID_REQUEST', problems.join(' '), { problems: listed });
  }
  return value;
}

/** Throws NOT_FOUND for a missing policy. */
export async function requireStored({ urn }: EntityReference, work: Work): Promise<void> {
  const info = await readAspect(urn, POLICY.infoAspect, work);
  if (info === undefined) {
    throw new CatalogError(
      'NOT_FOUND',
      `The policy ${urn} does not exist. List the policies to find its urn.`,
    );
  }
}
