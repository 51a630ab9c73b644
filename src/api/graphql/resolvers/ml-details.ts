import type { FieldResolvers } from '../build-schema.ts';
import { object, text } from '../../../util/json-members.ts';
import { fromAspect, fromMember } from './aspect-field.ts';

/** Model card and older fields of `MLModel`. */
export const MODEL_DETAILS: FieldResolvers = {
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
};

/** Older fields of `MLModelGroup`. */
export const MODEL_GROUP_DETAILS: FieldResolvers = {
  description: fromMember('mlModelGroupProperties', 'description'),
};

/** Older fields of `MLFeature`. */
export const FEATURE_DETAILS: FieldResolvers = {
  description: fromMember('mlFeatureProperties', 'description'),
  dataType: fromMember('mlFeatureProperties', 'dataType'),
};

/** Older fields of `MLPrimaryKey`. */
export const PRIMARY_KEY_DETAILS: FieldResolvers = {
  description: fromMember('mlPrimaryKeyProperties', 'description'),
  dataType: fromMember('mlPrimaryKeyProperties', 'dataType'),
};

/** Older fields of `MLFeatureTable`. */
export const FEATURE_TABLE_DETAILS: FieldResolvers = {
  description: fromMember('mlFeatureTableProperties', 'description'),
};

function boxed(value: unknown): object | undefined {
  const stringValue = text(value);
  return stringValue === undefined ? undefined : { stringValue };
}
