import * as v from 'valibot';
import { FLAG, OBJECT, URN, batchOf, objectOf } from '../shapes.ts';

const DEFINITION = v.pipe(
  objectOf({
    urn: URN,
    propertyDefinition: v.pipe(OBJECT, v.description('The aspect propertyDefinition.')),
    structuredPropertySettings: v.nullish(
      v.pipe(OBJECT, v.description('The aspect structuredPropertySettings; absent: unchanged.')),
    ),
  }),
  v.transform(({ structuredPropertySettings: settings, ...definition }) => ({
    ...definition,
    ...(settings && { structuredPropertySettings: settings }),
  })),
);

/** Members of a plan: see `PlanInput`. */
export const PLAN = {
  definitions: v.nullish(batchOf('definitions', DEFINITION), []),
  deletions: v.nullish(batchOf('deletions', objectOf({ urn: URN, hard: v.nullish(FLAG, false) })), []),
};
