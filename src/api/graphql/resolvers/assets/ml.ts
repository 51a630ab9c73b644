import { text } from '../../../../util/json/json-members.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromKey } from '../fields/aspect-field.ts';

/** Fields of `MLModel`. */
export const ML_MODEL = {
  quantitativeAnalyses: fromAspect('mlModelQuantitativeAnalyses', (value) => ({
    unitaryResults: boxed(value['unitaryResults']),
    intersectionalResults: boxed(value['intersectionalResults']),
  })),
} satisfies Partial<Resolvers['MLModel']>;

/** Fields of `MLFeature`. */
export const ML_FEATURE = {
  featureNamespace: fromKey('featureNamespace'),
} satisfies Partial<Resolvers['MLFeature']>;

/** Fields of `MLPrimaryKey`. */
export const ML_PRIMARY_KEY = {
  featureNamespace: fromKey('featureNamespace'),
} satisfies Partial<Resolvers['MLPrimaryKey']>;

function boxed(value: unknown): object | undefined {
  const stringValue = text(value);
  return stringValue === undefined ? undefined : { stringValue };
}
