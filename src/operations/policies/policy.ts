import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { policyProblems } from '../../model/access/check-policy.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { POLICY } from '../../model/access/policy.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { Urn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonObject } from '../../util/json.ts';
import { list } from '../input-types.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

const jsonObject = v.custom<JsonObject>(isJsonObject, 'must be an object');

/** Shape of a policy; `policyProblems` checks the rest. */
export const policyInput = v.object({
  type: v.string(),
  name: v.string(),
  state: v.string(),
  description: v.nullish(v.string()),
  resources: v.optional(jsonObject),
  privileges: list(v.string()),
  actors: jsonObject,
});

/** Writes the policy, which takes effect with the next request; INVALID_REQUEST for one that makes no sense. */
export async function writePolicy(
  urn: Urn,
  { name, description, resources, ...others }: v.InferOutput<typeof policyInput>,
  work: Work,
): Promise<Urn> {
  const value = {
    displayName: name,
    description: description ?? '',
    ...others,
    ...given({ resources }),
    editable: true,
    lastUpdatedTimestamp: work.settings.now(),
  };
  const problems = policyProblems(value, work.settings.registry);
  if (problems.length > 0) throw invalidRequest(problems.join(' '));
  await work.ingest([upsertOf(urn, POLICY.infoAspect, value)]);
  return urn;
}

/** Throws NOT_FOUND for a missing policy, FORBIDDEN for one that is not editable. */
export async function requireEditable({ urn }: EntityReference, work: Work): Promise<void> {
  const info = await readAspect(urn, POLICY.infoAspect, work);
  if (info === undefined) {
    throw new CatalogError(
      'NOT_FOUND',
      `The policy ${urn} does not exist. List the policies to find its urn.`,
    );
  }
  if (info['editable'] !== false) return;
  throw new CatalogError(
    'FORBIDDEN',
    `The policy ${urn} belongs to the root user or to a role and cannot be changed. Create your own policy, or change who has the role.`,
  );
}
