import * as v from 'valibot';
import { FLAG, OBJECT, TEXT, URN, batchOf, described, objectOf } from '../shapes.ts';

const DEFINITION = v.pipe(
  objectOf({
    urn: described('Urn of the property.', URN),
    propertyDefinition: described('The aspect propertyDefinition.', OBJECT),
    structuredPropertySettings: v.nullish(
      described('The aspect structuredPropertySettings; absent: unchanged.', OBJECT),
    ),
  }),
  v.transform(({ structuredPropertySettings: settings, ...definition }) => ({
    ...definition,
    ...(settings && { structuredPropertySettings: settings }),
  })),
);

const DELETION = objectOf({
  urn: described('Urn of the property.', URN),
  hard: v.nullish(
    described(
      'True: hard-delete it with all its values; default: false, soft-delete it, which can be undone.',
      FLAG,
    ),
    false,
  ),
});

/** Members of a plan: see `PlanInput`. */
export const PLAN = {
  definitions: v.nullish(described('Complete new definitions.', batchOf('definitions', DEFINITION)), []),
  deletions: v.nullish(described('Properties to delete.', batchOf('deletions', DELETION)), []),
};

/** The plan that an application must agree with. */
export const PLAN_TOKEN = v.nullish(
  described(
    'Token of the plan; CONFLICT if the definitions differ from it, or more values would be affected.',
    TEXT,
  ),
);
