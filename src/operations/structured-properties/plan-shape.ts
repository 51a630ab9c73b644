import * as v from 'valibot';
import type { ProposedDefinition } from '../../model/plan.ts';
import { partsIn, type DefinitionPart } from '../../model/properties/definition-parts.ts';
import { FLAG, OBJECT, TEXT, URN, batchOf, described, objectOf } from '../shapes.ts';

function part(name: DefinitionPart) {
  return v.nullish(described(`The aspect ${name}; absent: unchanged.`, OBJECT));
}

const PARTS = {
  structuredPropertySettings: part('structuredPropertySettings'),
  structuredPropertyDisplay: part('structuredPropertyDisplay'),
  structuredPropertyRules: part('structuredPropertyRules'),
} satisfies Record<DefinitionPart, unknown>;

/** A definition to write. */
export const DEFINITION = v.pipe(
  objectOf({
    urn: described('Urn of the property.', URN),
    propertyDefinition: described('The aspect propertyDefinition.', OBJECT),
    ...PARTS,
    keepValues: v.nullish(
      described(
        'Remove allowed values without clearing any; refused while an asset has a removed one. Needs no new version. Default: false.',
        FLAG,
      ),
      false,
    ),
  }),
  v.transform(({ keepValues, propertyDefinition, urn, ...parts }): ProposedDefinition => ({
    urn,
    propertyDefinition,
    ...partsIn(parts),
    ...(keepValues && { keepValues }),
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
