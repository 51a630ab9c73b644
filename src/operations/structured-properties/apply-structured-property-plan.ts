import * as v from 'valibot';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isJsonObject } from '../../util/json.ts';
import type { JsonObject } from '../../util/json.ts';
import type { InputTypes } from '../input-types.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';

const ASPECT = v.custom<JsonObject>(isJsonObject, 'must be an object');

/** Defines and deletes structured properties in one commit, as planned if a plan token is given. Returns the plan. */
export const applyStructuredPropertyPlan = defineOperation({
  name: 'applyStructuredPropertyPlan',
  effect: 'write',
  input: (types) =>
    v.object({
      definitions: v.array(
        v.object({
          urn: propertyUrn(types),
          propertyDefinition: ASPECT,
          structuredPropertySettings: v.exactOptional(ASPECT),
        }),
      ),
      deletions: v.array(v.object({ urn: propertyUrn(types), hard: v.boolean() })),
      planToken: v.nullish(v.string()),
    }),
  needs: platform('MANAGE_STRUCTURED_PROPERTIES'),
  denial: () => 'Unable to change structured properties. Please contact your admin.',
  run: async ({ planToken, ...input }, work) => {
    const { plan, sequence } = await work.catalog.applyPlan(input, planToken ?? undefined);
    work.wrote(sequence);
    return plan;
  },
});

function propertyUrn(types: InputTypes) {
  return v.pipe(
    types.entityOf(STRUCTURED_PROPERTY.entityType),
    v.transform(({ urn }) => urn),
  );
}
