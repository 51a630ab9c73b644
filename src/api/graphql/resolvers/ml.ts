import type { FieldResolvers } from '../build-schema.ts';
import { details, fromAspect, fromKey } from './aspect-field.ts';

/** Fields of `MLModel`. */
export const ML_MODEL: FieldResolvers = {
  properties: details('mlModelProperties'),
  editableProperties: fromAspect('editableMlModelProperties', (value) => value),
};

/** Fields of `MLModelGroup`. */
export const ML_MODEL_GROUP: FieldResolvers = {
  properties: details('mlModelGroupProperties'),
  editableProperties: fromAspect('editableMlModelGroupProperties', (value) => value),
};

/** Fields of `MLFeature`. */
export const ML_FEATURE: FieldResolvers = {
  featureNamespace: fromKey('featureNamespace'),
  properties: details('mlFeatureProperties'),
  editableProperties: fromAspect('editableMlFeatureProperties', (value) => value),
};

/** Fields of `MLFeatureTable`. */
export const ML_FEATURE_TABLE: FieldResolvers = {
  properties: details('mlFeatureTableProperties'),
  editableProperties: fromAspect('editableMlFeatureTableProperties', (value) => value),
};

/** Fields of `MLPrimaryKey`. */
export const ML_PRIMARY_KEY: FieldResolvers = {
  featureNamespace: fromKey('featureNamespace'),
  properties: details('mlPrimaryKeyProperties'),
  editableProperties: fromAspect('editableMlPrimaryKeyProperties', (value) => value),
};
