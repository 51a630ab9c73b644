import { object, text } from '../../../../util/json/json-members.ts';
import { isJsonObject, type JsonValue } from '../../../../util/json.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromKey } from '../fields/aspect-field.ts';

/** Fields of `MLModel`. */
export const ML_MODEL = {
  quantitativeAnalyses: fromAspect('mlModelQuantitativeAnalyses', (value) => ({
    unitaryResults: boxed(value['unitaryResults']),
    intersectionalResults: boxed(value['intersectionalResults']),
  })),
} satisfies Partial<Resolvers['MLModel']>;

/** Fields of `MLModelProperties` that are not members of the aspect. */
export const ML_MODEL_PROPERTIES = {
  hyperParameters: ({ value }) => {
    const [first] = Object.entries(object(value['hyperParameters']) ?? {});
    return first && { key: first[0], value: boxedParameter(first[1] ?? null) };
  },
} satisfies Partial<Resolvers['MLModelProperties']>;

/** Fields of `MLFeature`. */
export const ML_FEATURE = {
  featureNamespace: fromKey('featureNamespace'),
} satisfies Partial<Resolvers['MLFeature']>;

/** Fields of `MLPrimaryKey`. */
export const ML_PRIMARY_KEY = {
  featureNamespace: fromKey('featureNamespace'),
} satisfies Partial<Resolvers['MLPrimaryKey']>;

/** Object of `HyperParameterValueType`; `hyperParameterTypeName` derives its type from its member. */
function boxedParameter(stored: JsonValue): object {
  const value = isJsonObject(stored) ? (Object.values(stored)[0] ?? null) : stored;
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value !== 'number')
    return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) };
  return isInt(value) ? { intValue: value } : { floatValue: value };
}

/** Whether the value fits GraphQL's `Int`. */
function isInt(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31;
}

/** Name of the object type of a hyperparameter's value. */
export function hyperParameterTypeName(value: object): 'BooleanBox' | 'FloatBox' | 'IntBox' | 'StringBox' {
  if ('booleanValue' in value) return 'BooleanBox';
  if ('intValue' in value) return 'IntBox';
  return 'floatValue' in value ? 'FloatBox' : 'StringBox';
}

function boxed(value: unknown): object | undefined {
  const stringValue = text(value);
  return stringValue === undefined ? undefined : { stringValue };
}
