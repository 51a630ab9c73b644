import { object, text } from '../../../../util/json/json-members.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember } from '../fields/aspect-field.ts';

/** Model card and older fields of `MLModel`. */
export const MODEL_DETAILS = {
  description: fromMember('mlModelProperties', 'description'),
  factorPrompts: fromAspect('mlModelFactorPrompts', (value) => value),
  quantitativeAnalyses: fromAspect('mlModelQuantitativeAnalyses', (value) => ({
    unitaryResults: boxed(value['unitaryResults']),
    intersectionalResults: boxed(value['intersectionalResults']),
  })),
  caveatsAndRecommendations: fromAspect('mlModelCaveatsAndRecommendations', (value) => value),
  cost: fromAspect('cost', (value) => ({
    costType: value['costType'],
    costValue: object(value['cost']) ?? {},
  })),
} satisfies Partial<Resolvers['MLModel']>;

/** Older fields of `MLModelGroup`. */
export const MODEL_GROUP_DETAILS = {
  description: fromMember('mlModelGroupProperties', 'description'),
} satisfies Partial<Resolvers['MLModelGroup']>;

/** Older fields of `MLFeature`. */
export const FEATURE_DETAILS = {
  description: fromMember('mlFeatureProperties', 'description'),
  dataType: fromMember('mlFeatureProperties', 'dataType'),
} satisfies Partial<Resolvers['MLFeature']>;

/** Older fields of `MLPrimaryKey`. */
export const PRIMARY_KEY_DETAILS = {
  description: fromMember('mlPrimaryKeyProperties', 'description'),
  dataType: fromMember('mlPrimaryKeyProperties', 'dataType'),
} satisfies Partial<Resolvers['MLPrimaryKey']>;

/** Older fields of `MLFeatureTable`. */
export const FEATURE_TABLE_DETAILS = {
  description: fromMember('mlFeatureTableProperties', 'description'),
} satisfies Partial<Resolvers['MLFeatureTable']>;

function boxed(value: unknown): object | undefined {
  const stringValue = text(value);
  return stringValue === undefined ? undefined : { stringValue };
}
